import type { CapAccountPayload, CapAccountResult } from '../../account-changes.ts';
import { type Caps, hasCap } from '../../caps.ts';
import { countAccountSpend, forgetAccountSpend } from '../count-account-spend.ts';
import { lockPurse } from '../lock-purse.ts';
import { makePurse } from '../make-purse.ts';
import { first, run, statement, type Steps } from '../statement.ts';

const find = statement<Caps>(
  `SELECT p.capDay AS capDay, p.capMonth AS capMonth, p.capTotal AS capTotal
     FROM Purse p JOIN Account a ON a.id = p.id WHERE a.id = ?`,
);
const update = statement('UPDATE Purse SET capDay = ?, capMonth = ?, capTotal = ? WHERE id = ?');

/** Sets what an account can spend. No call of it is held meanwhile, and all later ones obey. */
export function* capAccount({ accountId, caps }: CapAccountPayload): Steps<CapAccountResult> {
  yield* makePurse(accountId);
  yield* lockPurse(accountId);
  const before = yield* first(find, accountId);
  if (!before) return { outcome: 'no-account' };
  const { capDay = before.capDay, capMonth = before.capMonth, capTotal = before.capTotal } = caps;
  const after = { capDay, capMonth, capTotal };
  if (hasCap(after) && !hasCap(before)) yield* countAccountSpend(accountId);
  if (hasCap(before) && !hasCap(after)) yield* forgetAccountSpend(accountId);
  yield* run(update, capDay, capMonth, capTotal, accountId);
  return { outcome: 'capped', before, after };
}
