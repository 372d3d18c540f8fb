import type { RegisterPayload, RegisterResult } from '../../registration-changes.ts';
import { linkHistory } from '../link-history.ts';
import { insertIdentity, mayBeConnected } from '../new-identity.ts';
import { ownAccountNames } from '../own-account-name.ts';
import { proveAddress } from '../prove-address.ts';
import type { EngineSteps } from '../shared-job.ts';
import { first, run, statement, type Steps, timeOf } from '../statement.ts';
import { createAccount } from './create-account.ts';
import { openSession } from './open-session.ts';

const take = statement<{ email: string; emailKey: string }>(
  'DELETE FROM Registration WHERE hash = ? AND expiresAt > ? RETURNING email, emailKey',
);
const findByEmail = statement<{ key: number }>('SELECT key FROM Person WHERE emailKey = ?');
const findUnproven = statement<{ key: number }>(
  'SELECT key FROM Person WHERE emailKey = ? AND id = ? AND addressProvenAt IS NULL',
);
const takeOver = statement('UPDATE Person SET name = ?, passwordHash = ? WHERE key = ?');
const insertPerson = statement<{ key: number }>(
  `INSERT INTO Person (id, email, emailKey, name, passwordHash, createdAt, addressProvenAt)
   VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING key`,
);
const own = statement(
  `INSERT INTO Member (accountKey, personKey, role, joinedAt) SELECT key, ?, 'owner', ? FROM Account WHERE id = ?`,
);

/**
 * Makes a person whose address is proven, with an account of their own and its first credits, once for each link or
 * sign-in elsewhere. They are signed in. A person whom somebody made with the address, without proving it, becomes theirs.
 */
export function* register(payload: RegisterPayload, engine: EngineSteps): Steps<RegisterResult> {
  const { proof, person, accountId, session, now } = payload;
  const proven = 'identity' in proof ? proof : yield* first(take, proof.linkHash, timeOf(now));
  if (!proven) return { outcome: 'link' };
  const { emailKey } = proven;
  const unproven = yield* first(findUnproven, emailKey, person.id);
  if (!unproven && (yield* first(findByEmail, emailKey))) return { outcome: 'email' };
  if ('identity' in proof && !(yield* mayBeConnected(proof.identity, now))) return { outcome: 'used' };
  const { id } = person;
  const key = unproven ? unproven.key : yield* makePerson(person, proven, now);
  if (unproven) {
    yield* proveAddress(key, now);
    yield* run(takeOver, person.name, person.passwordHash, key);
  }
  if ('identity' in proof) yield* insertIdentity(key, proof.identity, now);
  yield* openAccount(payload, engine);
  yield* run(own, key, timeOf(now), accountId);
  yield* linkHistory(key, payload.history, now);
  yield* openSession({ ...session, personKey: key, personId: id, now, instead: null });
  return { outcome: 'registered' };
}

function* makePerson(
  { id, name, passwordHash }: RegisterPayload['person'],
  { email, emailKey }: { email: string; emailKey: string },
  now: number,
): Steps<number> {
  const times = [timeOf(now), timeOf(now)];
  const row = yield* first(insertPerson, id, email, emailKey, name, passwordHash, ...times);
  return row?.key ?? 0;
}

function* openAccount(
  { person: { name }, accountId, credits, now }: RegisterPayload,
  engine: EngineSteps,
): Steps<void> {
  const wish = { id: accountId, now, credits };
  const [own, ifTaken] = ownAccountNames(name, accountId);
  const { takenBy } = yield* createAccount({ ...wish, name: own }, engine);
  if (takenBy !== null) yield* createAccount({ ...wish, name: ifTaken }, engine);
}
