import type { settleAgain as honest } from '../../../server/store/postgres/ledger/settle-again.ts';

const laterMs = 300;

/** Says that calls are settled at once, and settles them later. */
export const settleAgain: typeof honest = (_pool, jobs, settle) => {
  setTimeout(() => void settle(jobs), laterMs);
  return Promise.resolve(jobs.map(() => ({ posted: 0, pending: 0, available: 0 })));
};
