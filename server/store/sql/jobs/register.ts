import type { RegisterPayload, RegisterResult } from '../../registration-changes.ts';
import { linkHistory } from '../link-history.ts';
import { insertIdentity, mayBeConnected } from '../new-identity.ts';
import type { EngineSteps } from '../shared-job.ts';
import { first, run, statement, type Steps, timeOf } from '../statement.ts';
import { createAccount } from './create-account.ts';
import { openSession } from './open-session.ts';

const take = statement<{ email: string; emailKey: string }>(
  'DELETE FROM Registration WHERE hash = ? AND expiresAt > ? RETURNING email, emailKey',
);
const findByEmail = statement<{ key: number }>('SELECT key FROM Person WHERE emailKey = ?');
const insertPerson = statement<{ key: number }>(
  'INSERT INTO Person (id, email, emailKey, name, passwordHash, createdAt) VALUES (?, ?, ?, ?, ?, ?) RETURNING key',
);
const own = statement(
  `INSERT INTO Member (accountKey, personKey, role, joinedAt) SELECT key, ?, 'owner', ? FROM Account WHERE id = ?`,
);

/**
 * Makes a person whose address is proven, with an account of their own and its first credits, once for each link or
 * sign-in elsewhere. They are signed in.
 */
export function* register(payload: RegisterPayload, engine: EngineSteps): Steps<RegisterResult> {
  const { proof, person, accountId, session, now } = payload;
  const proven = 'identity' in proof ? proof : yield* first(take, proof.linkHash, timeOf(now));
  if (!proven) return { outcome: 'link' };
  const { email, emailKey } = proven;
  if (yield* first(findByEmail, emailKey)) return { outcome: 'email' };
  if ('identity' in proof && !(yield* mayBeConnected(proof.identity, now))) return { outcome: 'used' };
  const { id, name, passwordHash } = person;
  const { key = 0 } =
    (yield* first(insertPerson, id, email, emailKey, name, passwordHash, timeOf(now))) ?? {};
  if ('identity' in proof) yield* insertIdentity(key, proof.identity, now);
  yield* openAccount(payload, engine);
  yield* run(own, key, timeOf(now), accountId);
  yield* linkHistory(key, payload.history, now);
  yield* openSession({ ...session, personKey: key, personId: id, now, instead: null });
  return { outcome: 'registered' };
}

/** Accounts have the names of their people, and their id where another one has that name. Ids begin with `acc_`. */
function* openAccount(
  { person: { name }, accountId, credits, now }: RegisterPayload,
  engine: EngineSteps,
): Steps<void> {
  const wish = { id: accountId, now, credits };
  const own = name.startsWith('acc_') ? `Account of ${name}` : name;
  const { takenBy } = yield* createAccount({ ...wish, name: own }, engine);
  if (takenBy !== null) yield* createAccount({ ...wish, name: `${own} (${accountId.slice(4)})` }, engine);
}
