import type { Balance } from '../../ledger.ts';
import type { Job } from '../writer/job.ts';
import { prepareForget } from './prepare-forget.ts';
import { prepareResolve, type released, type settled } from './prepare-resolve.ts';
import { refuseUnlessCredits } from './refuse-unless-credits.ts';

/** An array, as for `hold`. The head is JSON: status and headers. */
export type SettlePayload = [
  callKey: number,
  state: typeof settled | typeof released,
  charged: number,
  nowMs: number,
  ending: string,
  answerHead: string | null,
  answerBody: Uint8Array | null,
  freesKey: boolean,
];

/** Resolves a hold with or without a charge, and stores how the call ended. Refuses a hold that is already resolved. */
export const settle: Job<SettlePayload, Balance> = {
  publishes: false,
  prepare(database) {
    const resolve = prepareResolve(database);
    const keepEnding = database.prepare('INSERT INTO CallEnding (callKey, ending) VALUES (?, ?)');
    const keepAnswer = database.prepare(
      'UPDATE IdempotentCall SET head = ?, body = ?, bytes = ? WHERE callKey = ?',
    );
    const hasKey = database.prepare<[number]>('SELECT 1 FROM IdempotentCall WHERE callKey = ?');
    const freeKey = prepareForget(database, 'IdempotentCall');
    return ([callKey, state, charged, nowMs, ending, answerHead, answerBody, freesKey]) => {
      refuseUnlessCredits(charged);
      const isAnswered = answerHead !== null && !freesKey && hasKey.get(callKey) !== undefined;
      const answerBytes = isAnswered ? Buffer.byteLength(answerHead) + (answerBody?.byteLength ?? 0) : 0;
      const { balance, keepsAnswer } = resolve({ callKey, state, charged, nowMs, answerBytes });
      keepEnding.run(callKey, ending);
      if (isAnswered && keepsAnswer) keepAnswer.run(answerHead, answerBody, answerBytes, callKey);
      if (freesKey) freeKey(callKey);
      return balance;
    };
  },
};
