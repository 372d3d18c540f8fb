import type { Balance } from '../../ledger/ledger.ts';
import type { Job } from '../job.ts';
import { prepareResolve, type released, type settled } from './prepare-resolve.ts';
import { refuseUnlessCredits } from './refuse-unless-credits.ts';

/** A list, as that of `hold`. The head is JSON: status and headers. */
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

/** Resolves a hold, charged or released, and keeps how the call ended; a hold that is resolved already is refused. */
export const settle: Job<SettlePayload, Balance> = {
  publishes: false,
  prepare(database) {
    const resolve = prepareResolve(database);
    const keepEnding = database.prepare('INSERT INTO CallEnding (callKey, ending) VALUES (?, ?)');
    const keepAnswer = database.prepare('UPDATE IdempotentCall SET head = ?, body = ? WHERE callKey = ?');
    const freeKey = database.prepare('DELETE FROM IdempotentCall WHERE callKey = ?');
    return ([callKey, state, charged, nowMs, ending, answerHead, answerBody, freesKey]) => {
      refuseUnlessCredits(charged);
      const balance = resolve({ callKey, state, charged, nowMs });
      keepEnding.run(callKey, ending);
      if (answerHead !== null) keepAnswer.run(answerHead, answerBody, callKey);
      if (freesKey) freeKey.run(callKey);
      return balance;
    };
  },
};
