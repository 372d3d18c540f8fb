import type { ConfirmationWays, ConfirmationWish } from '../../lib/account/factors.ts';
import type { SessionList } from '../../lib/account/people.ts';
import { Problem } from '../../lib/problem/problem.ts';
import { type Caller, authorOf } from '../callers/caller.ts';
import { requirePerson, refuseUnlessConfirmed } from '../callers/require-role.ts';
import type { Context } from '../context.ts';
import type { Taker } from '../limits/waiting-line.ts';
import type { PasskeyProof, CodeProof } from '../store/people/proofs.ts';
import type { SessionRow, PersonRow } from '../store/people/read-people.ts';
import { writeChange } from '../store/write-change.ts';
import { needsCurrentPassword } from './change-password.ts';
import { offeredIssuers, isSameIssuer } from './proofs/identities.ts';
import { whyNoPasskeys, provePasskey, wrongPasskey } from './proofs/passkeys.ts';
import { isPassword } from './password-hash.ts';
import { hasMailCodes, proveCode, wrongCode } from './proofs/prove-code.ts';

/** Where the caller is signed in, and whether this session replaces a forgotten password. */
export async function listSessions(context: Context, caller: Caller): Promise<SessionList> {
  const person = requirePerson(caller);
  const now = new Date();
  const { people } = context.store;
  const [rows, { passwordHash, addressProven }, needs] = await Promise.all([
    people.sessionsOf(person.key, now),
    people.read(person.key),
    needsCurrentPassword(context, person, now.getTime()),
  ]);
  return {
    list: rows.map((row) => listedSession(row, person.sessionId)),
    hasPassword: passwordHash !== null,
    addressProven,
    needsCurrentPassword: needs,
  };
}

export function listedSession(
  { id, device, createdAt, lastSeenAt }: SessionRow,
  currentId: string | null,
): SessionList['list'][number] {
  return {
    id,
    device,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    isCurrent: id === currentId,
  };
}

/** Ends one session of the caller. */
export async function endSession(
  context: Context,
  caller: Caller,
  id: string,
  requestId: string,
): Promise<void> {
  const { key, id: personId } = requirePerson(caller);
  const payload = { personKey: key, personId, which: { only: id } };
  const { ended } = await writeChange(context, 'end-sessions', payload, authorOf(caller, requestId));
  if (ended === 0) throw new Problem('not-found', 'You have no session with this id. It may have ended.');
}

/** Ends all sessions of the caller but this one. */
export async function endOtherSessions(context: Context, caller: Caller, requestId: string): Promise<void> {
  const { key, id: personId, sessionId } = requirePerson(caller);
  refuseUnlessConfirmed(caller, Date.now());
  const payload = { personKey: key, personId, which: { allBut: sessionId } };
  await writeChange(context, 'end-sessions', payload, authorOf(caller, requestId));
}

/** By what the caller can confirm that it is them. */
export async function readConfirmationWays(
  { store, settings }: Context,
  caller: Caller,
): Promise<ConfirmationWays> {
  const { key, mailedCodeAtMs } = requirePerson(caller);
  const [{ passwordHash }, factor, passkeys, identities] = await Promise.all([
    store.people.read(key),
    store.people.secondFactorOf(key),
    store.people.passkeysOf(key),
    store.people.identitiesOf(key),
  ]);
  const password = passwordHash === null ? [] : ['password' as const];
  const code = factor?.confirmedAt ? ['code' as const] : [];
  const hasPasskey = passkeys.length > 0 && whyNoPasskeys(settings) === undefined;
  const own = settings.issuers.filter((one) =>
    identities.some(({ issuer }) => isSameIssuer(one.issuer, issuer)),
  );
  return {
    ways: [...password, ...code, ...(hasPasskey ? ['passkey' as const] : [])],
    issuers: offeredIssuers({ issuers: own }),
    mailCode: mailedCodeAtMs > 0 && hasMailCodes(settings),
  };
}

/** Confirms that it is still the person who uses the session. */
export async function confirmSession(
  context: Context,
  caller: Caller,
  wish: ConfirmationWish,
  requestId: string,
  from: Taker,
): Promise<void> {
  const { key, id, sessionId } = requirePerson(caller);
  const person = await context.store.people.read(key);
  const now = Date.now();
  const proof = await prove(context, person, wish, now, from);
  const change = { personKey: key, personId: id, sessionId, proof, now };
  const author = authorOf(caller, requestId);
  const { confirmed } = await writeChange(context, 'confirm-session', change, author);
  if (!confirmed && proof) throw proof.kind === 'passkey' ? wrongPasskey() : wrongCode(proof.kind);
}

/** What the job that confirms uses up; null if there is nothing to. */
async function prove(
  context: Context,
  person: PersonRow,
  wish: ConfirmationWish,
  now: number,
  from: Taker,
): Promise<CodeProof | PasskeyProof | null> {
  if ('code' in wish) return proveCode(context, person, wish.code, now);
  if ('passkey' in wish) {
    const { personKey, proof } = await provePasskey(context, wish.passkey, now);
    if (personKey !== person.key) throw wrongPasskey();
    return proof;
  }
  if (await isPassword(wish.password, person.passwordHash, from)) return null;
  throw new Problem('wrong-password', 'The password is wrong.', [
    { pointer: '/password', detail: 'This is not your password.' },
  ]);
}
