import type { z } from 'zod';
import type { newKeyBody, keyChangesBody } from '../../lib/account/api-keys.ts';
import { invalidBody, Problem } from '../../lib/problem/problem.ts';
import type { Context } from '../context.ts';
import { randomLetters } from '../call-id.ts';
import type { CreateKeyResult, KeyFacts } from '../store/accounts/key-jobs.ts';
import type { Author } from '../store/author.ts';
import type { Audience } from '../store/catalogue/audience.ts';
import type { Store } from '../store/store.ts';
import { writeChange } from '../store/write-change.ts';
import type { Payload } from '../store/writer.ts';
import { hashApiKey, hintOfApiKey, makeApiKey } from './api-key.ts';
import type { Caller } from './caller.ts';
import {
  chosenProducts,
  mayMakeOperatorKeys,
  keyAuthor,
  noSuchKey,
  requireManagedKey,
  requireOperatorFor,
  type ManagedKey,
  revokingAuthor,
} from './list-keys.ts';
import {
  refuseUnlessConfirmed,
  activeAuthor,
  memberAuthor,
  requireAccount,
  requireUncapped,
  requireRole,
  roleRefusal,
} from './require-role.ts';

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

export function operatorKeyOf(payload: Payload<'create-key'>, operatorPersonKey: number | undefined) {
  if (!payload.operator || operatorPersonKey === undefined) return payload;
  return { ...payload, operatorPersonKey };
}

/** A new key of an account, and what the writer needs to store it. It expires not after `latestMs`. */
export async function newKey(
  context: { store: Pick<Store, 'catalogue'>; audience: Audience },
  accountId: string,
  { name, caps, operator = false, expiresAt, access, products }: NewKey,
  latestMs: number | null,
): Promise<{ key: string; payload: Payload<'create-key'> }> {
  const chosen = await chosenProducts(context, products ?? null);
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
    expiresAt: expiresAt === undefined ? latestMs : expiryOf(expiresAt, now, latestMs),
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
        'You are no longer a member of this account, or your role does not allow you to create API keys.',
      );
    case 'too-many':
      throw new Problem(
        'too-many-keys',
        `The account already has ${mostKeys} API keys, which is the maximum. Revoke one first: expired keys count, too.`,
      );
  }
}

/** The expiry must be in the future, and not after that of the creating key. */
function expiryOf(text: NewKey['expiresAt'], now: number, ownEndMs: number | null): number | null {
  const at = text ? Date.parse(text) : null;
  const refuse = (detail: string) => invalidBody([{ pointer: '/expiresAt', detail }]);
  if (at !== null && at <= now) throw refuse('Expected a date and time in the future.');
  if (ownEndMs !== null && (at === null || at > ownEndMs))
    throw refuse(`Expected at most ${new Date(ownEndMs).toISOString()}, when your own key expires.`);
  return at;
}

type Wish = z.output<typeof keyChangesBody>;

/** Changes the name, expiry, limits or scope of a key. A key with limits changes none, itself included. */
export async function changeKey(
  context: Context,
  caller: Caller,
  id: string,
  wish: Wish,
  author: Author,
): Promise<void> {
  requireAccount(caller);
  const changing = activeAuthor(author, caller);
  const key = await requireManagedKey(context, caller, id);
  requireOperatorFor(key, caller);
  refuseUnlessConfirmed(caller, Date.now());
  const latestMs = await requireUncapped(context, caller);
  const changes = await changesOf(context, wish, latestMs);
  const change = { id, accountId: caller.purse, changes };
  const { outcome } = await writeChange(context, 'change-key', change, keyAuthor(changing, caller, key));
  if (outcome === 'no-key') throw noSuchKey(id);
}

async function changesOf(
  context: Context,
  { name, expiresAt, caps = {}, access, products }: Wish,
  latestMs: number | null,
): Promise<Partial<KeyFacts>> {
  const { day, month, total } = caps;
  return {
    ...(name !== undefined && { name }),
    ...(expiresAt !== undefined && { expiresAt: expiryOf(expiresAt, Date.now(), latestMs) }),
    ...(day !== undefined && { capDay: day }),
    ...(month !== undefined && { capMonth: month }),
    ...(total !== undefined && { capTotal: total }),
    ...(access && { access }),
    ...(products !== undefined && { products: await chosenProducts(context, products) }),
  };
}

const hourMs = 60 * 60 * 1000;

/**
 * Gives a key another secret, which is shown only once. The one of before works for a while beside it. Limits, spending
 * and history go on, because the key is the same.
 */
export async function rotateKey(
  context: Context,
  caller: Caller,
  id: string,
  overlapHours: number,
  author: Author,
): Promise<{ id: string; key: string }> {
  const adding = activeAuthor(author, caller);
  const managed = await requireRotatable(context, caller, id);
  const now = Date.now();
  const key = makeApiKey();
  const earlierEndsAt = now + Math.round(overlapHours * hourMs);
  const rotation = { id, hash: hashApiKey(key), hint: hintOfApiKey(key), now, earlierEndsAt };
  const { rotated } = await writeChange(context, 'rotate-key', rotation, keyAuthor(adding, caller, managed));
  if (!rotated) throw noSuchKey(id);
  return { id, key };
}

/** Ends the secret of before the last rotation. */
export async function endEarlierSecret(
  context: Context,
  caller: Caller,
  id: string,
  author: Author,
): Promise<void> {
  requireAccount(caller);
  const managed = await requireManagedKey(context, caller, id);
  if (id !== caller.apiKey?.id) await requireUncapped(context, caller);
  const wish = { id, now: Date.now() };
  const allowed = revokingAuthor(author, caller, { ...managed, id });
  await writeChange(context, 'end-earlier-secret', wish, allowed);
}

/** Who has the secret acts as the key: as its person, with its limits and until its end. */
async function requireRotatable(context: Context, caller: Caller, id: string): Promise<ManagedKey> {
  requireAccount(caller);
  const key = await requireManagedKey(context, caller, id);
  requireOperatorFor(key, caller);
  refuseUnlessConfirmed(caller, Date.now());
  if (key.clientId !== null)
    throw new Problem(
      'forbidden',
      'The key is granted to an agent, which renews its tokens itself. You can revoke it.',
    );
  const ownOperator = caller.apiKey?.operatorPerson?.key ?? null;
  const isOfOtherOperator = key.operator && key.operatorPersonKey !== ownOperator;
  if ((key.personKey !== null && !key.isOwn) || isOfOtherOperator)
    throw new Problem(
      'forbidden',
      'The key belongs to another person, or to nobody, and you cannot rotate it. You can revoke it.',
    );
  if (id === caller.apiKey?.id) return key;
  if ((await requireUncapped(context, caller)) !== null)
    throw new Problem('forbidden', 'Your API key expires, so it can rotate only itself.');
  return key;
}
