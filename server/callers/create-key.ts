import type { z } from 'zod';
import type { newKeyBody } from '../../lib/account/api-keys.ts';
import { invalidBody } from '../../lib/problem/invalid-body.ts';
import { Problem } from '../../lib/problem/problem.ts';
import type { Context } from '../portal/context.ts';
import { randomLetters } from '../random-letters.ts';
import type { CreateKeyPayload, CreateKeyResult } from '../store/account-changes.ts';
import { refuseUnlessConfirmed } from '../people/refuse-unless-confirmed.ts';
import type { Author } from '../store/author.ts';
import type { Store } from '../store/store.ts';
import { writeChange } from '../store/write-change.ts';
import { hashApiKey, hintOfApiKey, makeApiKey } from './key-text.ts';
import type { Caller } from './caller.ts';
import { chosenProducts } from './chosen-products.ts';
import { mayMakeOperatorKeys } from './managed-key.ts';
import { activeAuthor, memberAuthor } from './member-author.ts';
import { requireAccount, requireUncapped } from './own-key.ts';
import { requireRole, roleRefusal } from './require-role.ts';

/** More than a team needs with a key for each service. Revoked keys make room. */
const mostKeys = 100;

type NewKey = z.output<typeof newKeyBody>;

/**
 * Creates an API key with at most the rights of the caller's key. It is shown only once. The key of a member is the
 * member's, and so are those that are created with it.
 */
export async function createKey(
  context: Context,
  caller: Caller,
  wish: NewKey,
  author: Author,
): Promise<{ id: string; key: string }> {
  requireAccount(caller);
  requireRole(caller, 'own-keys');
  const creator = activeAuthor(memberAuthor(author, caller, 'own-keys'), caller);
  // The role of an operator may allow less than such a key.
  if (wish.operator && !mayMakeOperatorKeys(caller))
    throw new Problem('forbidden', 'Only an operator key can create operator keys.');
  refuseUnlessConfirmed(caller, Date.now());
  const expiresAtMs = await requireUncapped(context, caller);
  const { payload, key } = await newKey(context, caller.purse, wish, expiresAtMs);
  const owned = caller.member ? { ...payload, personKey: caller.member.personKey } : payload;
  // What is made with an operator's key ends with their role, also where it calls alone.
  const operator = wish.operator ? operatorPersonOf(caller) : caller.apiKey?.operatorPerson?.key;
  const operatorKey = operator === undefined ? owned : { ...owned, operatorPersonKey: operator };
  const result = await writeChange(context, 'create-key', operatorKey, creator);
  return createdKeyOrProblem(result, { id: payload.id, key });
}

/** The person who makes an operator key, or to whom the key belongs that makes it. It is theirs. */
export function operatorPersonOf({ person, apiKey }: Caller): number | undefined {
  return person?.key ?? apiKey?.operatorPerson?.key;
}

export function operatorKeyOf(payload: CreateKeyPayload, operatorPersonKey: number | undefined) {
  if (!payload.operator || operatorPersonKey === undefined) return payload;
  return { ...payload, operatorPersonKey };
}

/** A new key of an account, and what the writer needs to store it. It expires not after `latestMs`. */
export async function newKey(
  { store }: { store: Pick<Store, 'catalogue'> },
  accountId: string,
  { name, caps, operator = false, expiresAt, access, products }: NewKey,
  latestMs: number | null,
): Promise<{ key: string; payload: CreateKeyPayload }> {
  const chosen = await chosenProducts(store, products ?? null);
  const now = Date.now();
  const key = makeApiKey();
  const payload = {
    id: `key_${randomLetters(16)}`,
    accountId,
    name,
    operator,
    now,
    most: mostKeys,
    hash: hashApiKey(key),
    hint: hintOfApiKey(key),
    expiresAt: expiryOf(expiresAt, now, latestMs),
    capDay: caps?.day ?? null,
    capMonth: caps?.month ?? null,
    capTotal: caps?.total ?? null,
    access: access ?? 'call',
    products: chosen,
  };
  return { key, payload };
}

export function createdKeyOrProblem(
  result: CreateKeyResult,
  made: { id: string; key: string },
): { id: string; key: string } {
  if (result.created) return made;
  switch (result.because) {
    case 'no-account':
      throw new Problem('not-found', 'There is no such account.');
    case 'not-allowed':
      throw roleRefusal(
        'You are not a member of this account any more, or your role does not allow you to create API keys.',
      );
    case 'too-many':
      throw new Problem(
        'too-many-keys',
        `The account already has ${mostKeys} API keys, which is the maximum. Revoke one first: expired keys count, too.`,
      );
  }
}

/** The expiry must be in the future, and not after that of the creating key. */
export function expiryOf(text: NewKey['expiresAt'], now: number, ownEndMs: number | null): number | null {
  const at = text ? Date.parse(text) : null;
  const refuse = (detail: string) => invalidBody([{ pointer: '/expiresAt', detail }]);
  if (at !== null && at <= now) throw refuse('Expected a date and time in the future.');
  if (ownEndMs !== null && (at === null || at > ownEndMs))
    throw refuse(`Expected at most ${new Date(ownEndMs).toISOString()}, when your own key expires.`);
  return at;
}
