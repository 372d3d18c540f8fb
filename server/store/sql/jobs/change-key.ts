import { keyAccess } from '../../../../lib/account/api-keys.ts';
import type { ChangeKeyPayload, ChangeKeyResult, KeyFacts, ShownKeyFacts } from '../../account-changes.ts';
import { hasCap } from '../../caps.ts';
import { parseProductKeys } from '../../product-keys.ts';
import { countKeySpend, forgetKeySpend } from '../count-key-spend.ts';
import { lockPurse } from '../lock-purse.ts';
import { productIds } from '../product-ids.ts';
import { first, msOf, run, statement, type Steps, timeOf } from '../statement.ts';

type KeyRow = Omit<KeyFacts, 'access' | 'products' | 'expiresAt'> & {
  key: number;
  access: string;
  products: string | null;
  expiresAt: number | Date | null;
};

const find = statement<KeyRow>(
  `SELECT k.key AS key, k.name AS name, k.expiresAt AS expiresAt, k.capDay AS capDay, k.capMonth AS capMonth,
          k.capTotal AS capTotal, k.access AS access, k.products AS products
     FROM ApiKey k JOIN Account a ON a.key = k.accountKey WHERE k.id = ? AND a.id = ? AND k.revokedAt IS NULL`,
);
const update = statement(
  `UPDATE ApiKey SET name = ?, expiresAt = ?, capDay = ?, capMonth = ?, capTotal = ?, access = ?, products = ?
    WHERE key = ?`,
);

/** Changes a key. No call of it is held meanwhile, and all later ones obey. */
export function* changeKey({ id, accountId, changes }: ChangeKeyPayload): Steps<ChangeKeyResult> {
  yield* lockPurse(accountId);
  const row = yield* first(find, id, accountId);
  if (!row) return { outcome: 'no-key' };
  const before = factsOf(row);
  const after = { ...before, ...changes };
  if (hasCap(after) && !hasCap(before)) yield* countKeySpend(accountId, id);
  if (hasCap(before) && !hasCap(after)) yield* forgetKeySpend(id);
  const { name, capDay, capMonth, capTotal, access, products } = after;
  const scope = [access, products && JSON.stringify(products)];
  yield* run(update, name, timeOf(after.expiresAt), capDay, capMonth, capTotal, ...scope, row.key);
  return { outcome: 'changed', before: yield* shown(before), after: yield* shown(after) };
}

function* shown(facts: KeyFacts): Steps<ShownKeyFacts> {
  return { ...facts, products: yield* productIds(facts.products) };
}

function factsOf({ key: _key, expiresAt, access, products, ...facts }: KeyRow): KeyFacts {
  return {
    ...facts,
    expiresAt: msOf(expiresAt),
    access: keyAccess.parse(access),
    products: parseProductKeys(products),
  };
}
