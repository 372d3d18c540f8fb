import type { Job } from '../writer/job.ts';
import { prepareForget } from './prepare-forget.ts';
import { prepareResolve } from './prepare-resolve.ts';
import { refuseUnlessCredits } from '../../sql/refuse-unless-credits.ts';

/** Resolves a hold, charged or released, and keeps how the call ended; a hold that is resolved already is refused. */
export const settle: Job<'settle'> = {
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
