import { type MemberVerb, roleRefusalText } from '../../lib/account/roles.ts';
import { accessRights, type KeyAccess, mayKey } from '../../lib/account/key-access.ts';
import { Problem } from '../../lib/problem/problem.ts';
import type { Context } from '../context.ts';
import type { Author } from '../store/author.ts';
import { namedKey } from './api-key.ts';
import { accountSuspended, type Caller, type CallingKey, type SignedInPerson } from './caller.ts';

/** Refuses a member whose role does not allow it. */
export function requireRole(caller: Caller, verb: MemberVerb): void {
  const refusal = refusalByRole(caller, verb);
  if (refusal) throw refusal;
}

/** Why the role of a member does not allow it. */
export function refusalByRole({ member }: Caller, verb: MemberVerb): Problem | undefined {
  const text = roleRefusalText(member?.role ?? null, verb);
  return text === undefined ? undefined : new Problem('forbidden', text);
}

/** Refuses a member of a suspended account, who may still read, and take away. */
export function requireActive({ member }: Caller): void {
  if (member?.suspended) throw accountSuspended();
}

/** `who` can do it, or give the role that may. */
export function roleRefusal(why: string, who = 'an owner or admin of the account'): Problem {
  return new Problem('forbidden', `${why} Ask ${who}.`);
}

/** For what only owners do. */
export const owners = 'an owner of the account';

/** A caller who does what only some members may. That their role still allows it is checked when it is written. */
export function memberAuthor(author: Author, { member, purse }: Caller, verb: MemberVerb): Author {
  if (!member) return author;
  return { ...author, needs: { accountId: purse, personKey: member.personKey, verb } };
}

/** A caller who adds or changes something of an account, which a suspended one may not. It is checked again when it is written. */
export function activeAuthor(author: Author, caller: Caller): Author {
  requireActive(caller);
  return { ...author, activeAccount: caller.purse };
}

/** Guests have no keys to manage. */
export function requireAccount({ kind }: Caller): void {
  if (kind === 'account') return;
  throw new Problem('account-required', 'Only accounts have this. Sign in, or send an API key.', [], {
    'www-authenticate': 'Bearer realm="Farebox"',
  });
}

/**
 * A key with a cap or a scope must not create, change or revoke other keys, because that would lift its limit. Returns
 * when the key of the caller expires; null for somebody who has signed in.
 */
export async function requireUncapped({ store }: Context, { apiKey }: Caller): Promise<number | null> {
  if (!apiKey) return null;
  const { hasCap, hasScope, expiresAtMs } = await store.accounts.readTerms(apiKey.key);
  if (hasCap || hasScope)
    throw new Problem(
      'forbidden',
      `Your API key has a ${hasCap ? 'spending limit' : 'scope'}, so it cannot create, change or revoke keys. Use one without ${hasCap ? 'a limit' : 'it'}.`,
    );
  return expiresAtMs;
}

/** So many products of a key are named; the others are counted. */
const mostNamed = 5;

/** Refuses the call of a product that a key may not call; without a product, of every one. */
export async function requireScope(
  context: Context,
  { key, scope }: CallingKey,
  product?: { key: number; slug: string },
): Promise<void> {
  if (!scope) return;
  if (!mayKey(scope.access, 'calls'))
    throw accessProblem((await context.store.accounts.readNames(key)).key, scope.access);
  if (product && scope.products?.includes(product.key) === false)
    throw await scopeProblem(context, key, product);
}

/** Says which key it is, and what it may do. */
export async function scopeProblem(
  { store }: Context,
  apiKeyKey: number,
  product: { slug: string },
): Promise<Problem> {
  const [{ key }, { access, products }] = await Promise.all([
    store.accounts.readNames(apiKeyKey),
    store.accounts.readScope(apiKeyKey),
  ]);
  if (!mayKey(access, 'calls')) return accessProblem(key, access);
  const names = (products ?? []).map(({ slug }) => JSON.stringify(slug));
  const more = names.length > mostNamed ? ` and ${names.length - mostNamed} more` : '';
  return new Problem(
    'forbidden',
    `${namedKey(key)} may only call ${names.slice(0, mostNamed).join(', ')}${more}, and not ${JSON.stringify(product.slug)}. Use another key, or ask an owner or admin of the account to change it.`,
  );
}

/** Refuses a change by a key that may change nothing. */
export async function requireWriting({ store }: Context, { apiKey }: Caller): Promise<void> {
  if (!apiKey?.scope || mayKey(apiKey.scope.access, 'changes')) return;
  throw accessProblem((await store.accounts.readNames(apiKey.key)).key, apiKey.scope.access);
}

function accessProblem(key: Parameters<typeof namedKey>[0], access: KeyAccess): Problem {
  return new Problem(
    'forbidden',
    `${namedKey(key)} ${accessRights(access).refusal ?? 'may not do this'}. Use another key.`,
  );
}

/** The person who is signed in. */
export function requirePerson({ person }: Caller): SignedInPerson {
  if (person) return person;
  throw new Problem('sign-in-required', 'This is for people who have signed in with their email address.');
}

/** How long a confirmation counts. Somebody else may find the browser open later. */
const confirmationMs = 10 * 60 * 1000;

export const isFresh = (provenAtMs: number, now: number): boolean => now - provenAtMs <= confirmationMs;

type Proving = Pick<Caller, 'person'> & { apiKey: Pick<CallingKey, 'enteredAtMs'> | null };

/** Where a person confirms that it is them, and where a browser gets a new session for a key. */
const addresses = { person: '/api/session/confirmation', key: '/api/session' };

/**
 * Refuses a person who has not proved who they are in the last ten minutes, and a browser in which a key was entered
 * earlier. For what moves money, roles, secrets or exports. A key in the request proves it each time.
 */
export function refuseUnlessConfirmed({ person, apiKey }: Proving, now: number): void {
  const provenAtMs = person ? person.confirmedAtMs : (apiKey?.enteredAtMs ?? now);
  if (isFresh(provenAtMs, now)) return;
  const confirmation = addresses[person ? 'person' : 'key'];
  const detail = person
    ? `Confirm that it is you: the last time was more than ten minutes ago. Send your password or a code to POST ${confirmation}, then repeat the request.`
    : `Sign in with your API key again: it was entered in this browser more than ten minutes ago. Send it to POST ${confirmation}, then repeat the request.`;
  throw new Problem('confirmation-required', detail, [], {}, { confirmation });
}
