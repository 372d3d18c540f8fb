import { runHolds as honest } from '../../../server/store/postgres/ledger/run-holds.ts';
import { withoutKey } from './without-key.ts';

export { readAnswer } from '../../../server/store/postgres/ledger/run-holds.ts';

/** Never finds the call that was made under a key before. */
export const runHolds: typeof honest = (client, instance, jobs) =>
  honest(client, instance, jobs.map(withoutKey));
