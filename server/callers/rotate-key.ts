import { Problem } from '../../lib/problem/problem.ts';
import { refuseUnlessConfirmed } from '../people/refuse-unless-confirmed.ts';
import type { Context } from '../portal/context.ts';
import type { Author } from '../store/author.ts';
import { writeChange } from '../store/write-change.ts';
import type { Caller } from './caller.ts';
import { hashApiKey, hintOfApiKey, makeApiKey } from './key-text.ts';
import {
  keyAuthor,
  type ManagedKey,
  noSuchKey,
  requireManagedKey,
  requireOperatorFor,
  revokingAuthor,
} from './managed-key.ts';
import { activeAuthor } from './member-author.ts';
import { requireAccount, requireUncapped } from './own-key.ts';

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
