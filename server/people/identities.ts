import type { IdentityList } from '../../lib/account/identities.ts';
import type { OidcRefusal } from '../../lib/account/oidc-refusals.ts';
import { Problem } from '../../lib/problem/problem.ts';
import { authorOf, type Caller } from '../callers/caller.ts';
import type { Context } from '../portal/context.ts';
import { randomLetters } from '../random-letters.ts';
import type { UsedChallenge } from '../store/proof.ts';
import { writeChange } from '../store/write-change.ts';
import { offeredIssuers } from './begin-oidc.ts';
import { factorsChangedMail } from './factor-mails.ts';
import { requirePerson } from './own-person.ts';
import { refuseUnlessConfirmed } from './refuse-unless-confirmed.ts';

/** More than anybody has. */
const mostIdentities = 20;

export function newIdentityId(): string {
  return `idn_${randomLetters(16)}`;
}

/** By which the caller signs in elsewhere. */
export async function listIdentities({ store, settings }: Context, caller: Caller): Promise<IdentityList> {
  const { key } = requirePerson(caller);
  const rows = await store.people.identitiesOf(key);
  const list = rows.map(({ id, issuer, createdAt, lastUsedAt }) => ({
    id,
    issuer,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    label: settings.issuers.find((one) => isSameIssuer(one.issuer, issuer))?.label ?? new URL(issuer).host,
  }));
  return { list, issuers: offeredIssuers(settings) };
}

/** Whether the issuer of the settings is one that an identity names. A slash at its end does not matter. */
export function isSameIssuer(given: string, named: string): boolean {
  return given.replace(/\/$/, '') === named.replace(/\/$/, '');
}

interface Proven {
  issuer: string;
  subject: string;
  /** What the portal calls the issuer. */
  label: string;
  challenge: UsedChallenge;
}

/** Lets the caller sign in by an identity, which they confirmed before they went there. Undefined if all is well. */
export async function connectIdentity(
  context: Context,
  caller: Caller,
  { issuer, subject, label, challenge }: Proven,
  requestId: string,
): Promise<OidcRefusal | undefined> {
  const { key, id: personId } = requirePerson(caller);
  const identity = { id: newIdentityId(), issuer, subject, challenge };
  const mail = factorsChangedMail(`Sign-in with ${label} was added`, context.settings.url);
  const change = { personKey: key, personId, identity, now: Date.now(), most: mostIdentities, mail };
  const author = authorOf(caller, requestId);
  const { outcome } = await writeChange(context, 'connect-identity', change, author);
  if (outcome === 'connected') return undefined;
  if (outcome === 'taken') {
    const owner = await context.store.people.findIdentity(issuer, subject);
    return owner?.personKey === key ? undefined : 'other';
  }
  return outcome === 'too-many' ? 'too-many' : 'expired';
}

export async function disconnectIdentity(
  context: Context,
  caller: Caller,
  id: string,
  requestId: string,
): Promise<void> {
  const { key, id: personId } = requirePerson(caller);
  const now = Date.now();
  refuseUnlessConfirmed(caller, now);
  const mail = factorsChangedMail('A sign-in elsewhere was removed', context.settings.url);
  const change = { personKey: key, personId, id, now, mail };
  const author = authorOf(caller, requestId);
  const { outcome } = await writeChange(context, 'disconnect-identity', change, author);
  if (outcome === 'unknown') throw new Problem('not-found', 'You have no identity of this id.');
  if (outcome === 'last-way')
    throw new Problem(
      'forbidden',
      'You have no password and no passkey, so you could not sign in any more. Add a passkey first, or ask an operator for a link to choose a password.',
    );
}
