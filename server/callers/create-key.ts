import type { z } from 'zod';
import type { newKeyBody } from '../../lib/account/api-keys.ts';
import { invalidBody } from '../../lib/problem/invalid-body.ts';
import { Problem } from '../../lib/problem/problem.ts';
import type { Context } from '../portal/context.ts';
import { randomLetters } from '../random-letters.ts';
import type { Author } from '../store/author.ts';
import { writeChange } from '../store/write-change.ts';
import { hashApiKey, hintOfApiKey, makeApiKey } from './key-text.ts';
import type { Caller } from './caller.ts';
import { requireAccount, requireUncapped } from './own-key.ts';
import { requireRole } from './require-role.ts';

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
  { name, caps, operator = false, expiresAt }: NewKey,
  author: Author,
): Promise<{ id: string; key: string }> {
  requireAccount(caller);
  requireRole(caller, 'own-keys');
  // The role of an operator may allow less than such a key.
  if (operator && !(caller.apiKey && caller.operator))
    throw new Problem('forbidden', 'Only an operator key can create operator keys.');
  const expiresAtMs = await requireUncapped(context, caller);
  const now = Date.now();
  const key = makeApiKey();
  const id = `key_${randomLetters(16)}`;
  const wanted = {
    id,
    accountId: caller.purse,
    name,
    hash: hashApiKey(key),
    hint: hintOfApiKey(key),
    operator,
    now,
    expiresAt: expiryOf(expiresAt, now, expiresAtMs),
    capDay: caps?.day ?? null,
    capMonth: caps?.month ?? null,
    capTotal: caps?.total ?? null,
    most: mostKeys,
    ...(caller.member && { personKey: caller.member.personKey }),
  };
  const { created } = await writeChange(context, 'create-key', wanted, author);
  if (!created)
    throw new Problem(
      'too-many-keys',
      `The account already has ${mostKeys} active keys, which is the maximum.`,
    );
  return { id, key };
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
