import type { CreateKeyPayload, CreateKeyResult } from '../../account-changes.ts';
import { mayPerson } from '../found-member.ts';
import { queueDeliveries } from '../queue-deliveries.ts';
import { productIds } from '../product-ids.ts';
import { first, run, statement, type Steps, timeOf } from '../statement.ts';

const findAccount = statement<{ key: number }>('SELECT key FROM Account WHERE id = ?');
const countActive = statement<{ active: number }>(
  'SELECT count(*) AS active FROM ApiKey WHERE accountKey = ? AND revokedAt IS NULL',
);
const insert = statement(
  `INSERT INTO ApiKey (id, accountKey, name, hash, hint, operator, createdAt, expiresAt, capDay, capMonth, capTotal, personKey, operatorPersonKey, access, products, clientId, clientName)
   VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
);

export function* createKey({ accountId, most, personKey, ...key }: CreateKeyPayload): Steps<CreateKeyResult> {
  const account = yield* first(findAccount, accountId);
  if (!account) return { created: false, because: 'no-account' };
  if (personKey !== undefined && !(yield* mayPerson(accountId, personKey, 'own-keys')))
    return { created: false, because: 'not-allowed' };
  if (most !== undefined) {
    const { active } = (yield* first(countActive, account.key)) ?? { active: 0 };
    if (active >= most) return { created: false, because: 'too-many' };
  }
  const {
    id,
    name,
    hash,
    hint,
    operator,
    capDay,
    capMonth,
    capTotal,
    access = 'call',
    products = null,
    operatorPersonKey = null,
    client,
  } = key;
  const times = [timeOf(key.now), timeOf(key.expiresAt)];
  const scope = [access, products && JSON.stringify(products)];
  const terms = [capDay, capMonth, capTotal, personKey ?? null, operatorPersonKey, ...scope];
  const granted = [client?.id ?? null, client?.name ?? null];
  yield* run(insert, id, account.key, name, hash, hint, operator, ...times, ...terms, ...granted);
  yield* queueDeliveries({ accountId, event: 'key.created', data: { id, name, hint }, now: key.now });
  return { created: true, products: yield* productIds(products) };
}
