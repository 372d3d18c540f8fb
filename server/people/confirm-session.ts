import type { ConfirmationWays, ConfirmationWish } from '../../lib/account/factors.ts';
import { Problem } from '../../lib/problem/problem.ts';
import { authorOf, type Caller } from '../callers/caller.ts';
import type { Taker } from '../limits/take-turn.ts';
import type { Context } from '../portal/context.ts';
import type { Proof } from '../store/proof.ts';
import type { PersonRow } from '../store/people.ts';
import { writeChange } from '../store/write-change.ts';
import { offeredIssuers } from './begin-oidc.ts';
import { isSameIssuer } from './identities.ts';
import { hasMailCodes } from './mail-code.ts';
import { requirePerson } from './own-person.ts';
import { isPassword } from './password-hash.ts';
import { whyNoPasskeys } from './passkey-place.ts';
import { proveCode, wrongCode } from './prove-code.ts';
import { provePasskey, wrongPasskey } from './prove-passkey.ts';

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
  if (!confirmed && proof) throw proof.kind === 'passkey' ? wrongPasskey() : wrongCode();
}

/** What the job that confirms uses up; null if there is nothing to. */
async function prove(
  context: Context,
  person: PersonRow,
  wish: ConfirmationWish,
  now: number,
  from: Taker,
): Promise<Proof | null> {
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
