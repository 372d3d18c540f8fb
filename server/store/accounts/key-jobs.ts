import { caps, hasCap, type Caps } from '../../../lib/ledger/caps.ts';
import { z } from 'zod';
import { parseProductKeys, keyAccess } from '../../../lib/account/api-keys.ts';
import type { KeyAccess } from '../../../lib/account/key-access.ts';
import { productIds } from '../catalogue/product-texts.ts';
import { queueDeliveries } from '../messages/queue-deliveries.ts';
import { requireOpen } from '../sql/check-author.ts';
import { job } from '../sql/job.ts';
import { lockPurse } from '../sql/transfer.ts';
import { countKeySpend, forgetKeySpend } from '../sql/spending.ts';
import { first, run, statement, type Steps, timeOf, msOf, all } from '../sql/statement.ts';
import type { AuditedChange } from '../sql/write-audit.ts';
import { mayPerson } from './found-member.ts';

/** `products`: the ids of the only ones that the key may call; null for all. */
export type CreateKeyResult =
  | { created: false; because: 'no-account' | 'not-allowed' | 'too-many' }
  | { created: true; products: string[] | null };

/** What can be changed of a key. Times are milliseconds, and products keys. */
export interface KeyFacts extends Caps {
  name: string;
  expiresAt: number | null;
  access: KeyAccess;
  products: number[] | null;
}

/** With the ids of products. */
interface ShownKeyFacts extends Omit<KeyFacts, 'products'> {
  products: string[] | null;
}

const findAccount = statement<{ key: number }>('SELECT key FROM Account WHERE id = ?');
const countActive = statement<{ active: number }>(
  'SELECT count(*) AS active FROM ApiKey WHERE accountKey = ? AND revokedAt IS NULL',
);
const insert = statement(
  `INSERT INTO ApiKey (id, accountKey, name, hash, hint, operator, createdAt, expiresAt, capDay, capMonth, capTotal, personKey, operatorPersonKey, access, products, clientId, clientName)
   VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
);

const newKey = z.strictObject({
  /** key_ and random letters. */
  id: z.string(),
  accountId: z.string(),
  name: z.string(),
  /** SHA-256 of the key. The key itself stays with whoever made it. */
  hash: z.string(),
  hint: z.string(),
  operator: z.boolean(),
  now: z.int(),
  expiresAt: z.int().nullable(),
  ...caps.shape,
  /** Default: `call`. */
  access: keyAccess.optional(),
  /** The keys of the only products that it may call; all by default. */
  products: z.array(z.int()).nullable().optional(),
  /** Nothing is made where the account has so many that are not revoked. */
  most: z.int().min(0).optional(),
  /** The person whose key it is, by default nobody's. Nothing is made unless the person may call for the account. */
  personKey: z.int().optional(),
  /** The person whose role an operator key has, by default that of an owner. */
  operatorPersonKey: z.int().optional(),
  /** The client of an agent to which a person grants the key. */
  client: z.strictObject({ id: z.string(), name: z.string() }).optional(),
});

type NewKey = z.output<typeof newKey>;

export const createKey = job({
  name: 'create-key',
  // Nobody caches a key that is new.
  payload: newKey,
  publishes: false,
  locks: 'keys',
  *steps({ accountId, most, personKey, ...key }): Steps<CreateKeyResult> {
    const account = yield* first(findAccount, accountId);
    if (!account) return { created: false, because: 'no-account' };
    yield* requireOpen(accountId);
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
  },
  audit: auditedKey,
});

export function auditedKey(key: NewKey, result: CreateKeyResult): AuditedChange | null {
  if (!result.created) return null;
  const { id, accountId, operator, capDay, capMonth, capTotal, access = 'call' } = key;
  const expiresAt = key.expiresAt === null ? null : new Date(key.expiresAt).toISOString();
  const { products } = result;
  return {
    target: id,
    after: { accountId, operator, expiresAt, capDay, capMonth, capTotal, access, products },
  };
}

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
export const changeKey = job({
  name: 'change-key',
  publishes: 'keys',
  *steps({
    id,
    accountId,
    changes,
  }: {
    id: string;
    accountId: string;
    /** What is absent stays as it is. */
    changes: Partial<KeyFacts>;
  }): Steps<{ outcome: 'changed'; before: ShownKeyFacts; after: ShownKeyFacts } | { outcome: 'no-key' }> {
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
  },
  audit: ({ id, accountId, changes }, result) => {
    if (result.outcome !== 'changed') return null;
    const named = ({ expiresAt, name: _name, ...facts }: typeof result.before) => {
      const all = { ...facts, expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString() };
      return Object.fromEntries(Object.entries(all).filter(([name]) => name in changes));
    };
    const renamed = result.before.name === result.after.name ? {} : { renamed: true };
    const [before, after] = [named(result.before), { ...named(result.after), ...renamed }];
    return { target: id, before: { accountId, ...before }, after: { accountId, ...after } };
  },
});

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

const findKey = statement<{ revokedAt: number | Date | null; name: string; hint: string; accountId: string }>(
  `SELECT k.revokedAt AS revokedAt, k.name AS name, k.hint AS hint, a.id AS accountId
     FROM ApiKey k JOIN Account a ON a.key = k.accountKey WHERE k.id = ?`,
);
const revoke = statement('UPDATE ApiKey SET revokedAt = ? WHERE id = ? AND revokedAt IS NULL');

export const revokeKey = job({
  name: 'revoke-key',
  payload: z.strictObject({ id: z.string(), now: z.int() }),
  publishes: 'keys',
  /** `before`: since when it was revoked already. */
  *steps({ id, now }): Steps<{ found: false } | { found: true; before: number | null }> {
    const key = yield* first(findKey, id);
    if (!key) return { found: false };
    const { name, hint, accountId } = key;
    if ((yield* run(revoke, timeOf(now), id)) > 0)
      yield* queueDeliveries({ accountId, event: 'key.revoked', data: { id, name, hint }, now });
    return { found: true, before: msOf(key.revokedAt) };
  },
  audit: ({ id }, result) => (result.found && result.before === null ? { target: id } : null),
});

const rotate = statement(
  `UPDATE ApiKey SET earlierHash = hash, earlierEndsAt = ?, hash = ?, hint = ?
    WHERE id = ? AND revokedAt IS NULL`,
);
const shortenSessions = statement(
  `UPDATE Session SET expiresAt = ? WHERE expiresAt > ? AND apiKeyKey = (SELECT key FROM ApiKey WHERE id = ?)`,
);

/**
 * Sessions that were opened with the secret of before end with it, and those of an even earlier one end at once. Caps and
 * spending stay as they are.
 */
export const rotateKey = job({
  name: 'rotate-key',
  publishes: 'keys',
  *steps({
    id,
    hash,
    hint,
    now,
    earlierEndsAt,
  }: {
    id: string;
    /** SHA-256 of the new secret, and its last letters. */
    hash: string;
    hint: string;
    now: number;
    /** Until when the secret of before works; `now` if it ends at once. */
    earlierEndsAt: number;
  }): Steps<{ rotated: boolean }> {
    yield* endEarlierSecret.steps({ id, now });
    const ends = timeOf(earlierEndsAt);
    if ((yield* run(rotate, ends, hash, hint, id)) === 0) return { rotated: false };
    yield* run(shortenSessions, ends, ends, id);
    const key = yield* first(findKey, id);
    if (key) {
      const data = { id, name: key.name, hint, earlierEndsAt: new Date(earlierEndsAt).toISOString() };
      yield* queueDeliveries({ accountId: key.accountId, event: 'key.rotated', data, now });
    }
    return { rotated: true };
  },
  audit: ({ id, hint, earlierEndsAt }, { rotated }) => {
    const after = { hint, earlierEndsAt: new Date(earlierEndsAt).toISOString() };
    return rotated ? { target: id, after } : null;
  },
});

const findEarlierSecret = statement<{ endsAt: number | Date }>(
  'SELECT earlierEndsAt AS endsAt FROM ApiKey WHERE id = ? AND earlierEndsAt > ? AND revokedAt IS NULL',
);
const end = statement('UPDATE ApiKey SET earlierHash = NULL, earlierEndsAt = NULL WHERE id = ?');
const endSessions = statement(
  'UPDATE Session SET expiresAt = ? WHERE expiresAt <= ? AND apiKeyKey = (SELECT key FROM ApiKey WHERE id = ?)',
);

/** Its sessions end not after it, so they are known by that. */
export const endEarlierSecret = job({
  name: 'end-earlier-secret',
  publishes: 'keys',
  *steps({ id, now }: { id: string; now: number }): Steps<{ ended: boolean }> {
    const earlier = yield* first(findEarlierSecret, id, timeOf(now));
    if (!earlier) return { ended: false };
    yield* run(end, id);
    yield* run(endSessions, timeOf(now), timeOf(msOf(earlier.endsAt)), id);
    return { ended: true };
  },
  audit: ({ id }, { ended }) => (ended ? { target: id } : null),
});

// In the order in which holds lock them.
const findKeys = statement<{ id: string }>(
  'SELECT id FROM ApiKey WHERE accountKey = ? AND personKey = ? AND revokedAt IS NULL ORDER BY key',
);

/** Revokes the keys of a person in an account, and returns how many there were. */
export function* endMemberKeys(
  { accountKey, personKey }: { accountKey: number; personKey: number },
  now: number,
): Steps<number> {
  const keys = yield* all(findKeys, accountKey, personKey);
  for (const { id } of keys) yield* revokeKey.steps({ id, now });
  return keys.length;
}

// In the order in which holds lock them.
const findKeysOperatorKeys = statement<{ id: string }>(
  `SELECT k.id AS id FROM ApiKey k JOIN Person p ON p.key = k.operatorPersonKey
    WHERE p.id = ? AND k.revokedAt IS NULL ORDER BY k.key`,
);

/** Revokes the operator keys that a person has made, and returns how many there were. */
export function* endOperatorKeys(personId: string, now: number): Steps<number> {
  const keys = yield* all(findKeysOperatorKeys, personId);
  for (const { id } of keys) yield* revokeKey.steps({ id, now });
  return keys.length;
}

/** The ids of a person as an author: their own, and those of their operator keys. */
const authorIds = `SELECT p.id FROM Person p WHERE p.id = ? UNION ALL
  SELECT k.id FROM ApiKey k JOIN Person p ON p.key = k.operatorPersonKey WHERE p.id = ?`;

const withdrawInvitations = statement(
  `UPDATE Invitation SET withdrawnAt = ?
    WHERE usedAt IS NULL AND withdrawnAt IS NULL AND invitedBy IS NULL
      AND EXISTS (SELECT 1 FROM AuditEntry e
                   WHERE e.target = Invitation.id AND e.verb = 'create-invitation' AND e.actorId IN (${authorIds}))`,
);
// A person has one link. Its maker is the author of the last entry.
const dropPasswordLinks = statement(
  `DELETE FROM Link WHERE kind = 'password'
      AND EXISTS (SELECT 1 FROM Person o JOIN AuditEntry e ON e.target = o.id
                   WHERE o.key = Link.personKey AND e.actorId IN (${authorIds})
                     AND e.number = (SELECT max(l.number) FROM AuditEntry l
                                      WHERE l.target = o.id AND l.verb = 'make-password-link'))`,
);

/** Ends the links that an operator made for others: the operator saw them, and could still open them. */
export function* endOperatorLinks(personId: string, now: number): Steps<void> {
  yield* run(withdrawInvitations, timeOf(now), personId, personId);
  yield* run(dropPasswordLinks, personId, personId);
}
