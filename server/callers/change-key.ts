import type { z } from 'zod';
import type { keyChangesBody } from '../../lib/account/api-keys.ts';
import { refuseUnlessConfirmed } from '../people/refuse-unless-confirmed.ts';
import type { Context } from '../portal/context.ts';
import type { KeyFacts } from '../store/account-changes.ts';
import type { Author } from '../store/author.ts';
import { writeChange } from '../store/write-change.ts';
import type { Caller } from './caller.ts';
import { chosenProducts } from './chosen-products.ts';
import { expiryOf } from './create-key.ts';
import { keyAuthor, noSuchKey, requireManagedKey, requireOperatorFor } from './managed-key.ts';
import { activeAuthor } from './member-author.ts';
import { requireAccount, requireUncapped } from './own-key.ts';

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
    ...(products !== undefined && { products: await chosenProducts(context.store, products) }),
  };
}
