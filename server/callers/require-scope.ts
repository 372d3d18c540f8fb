import { Problem } from '../../lib/problem/problem.ts';
import type { Context } from '../portal/context.ts';
import type { Caller, CallingKey } from './caller.ts';
import { namedKey } from './named-key.ts';

/** So many products of a key are named; the others are counted. */
const mostNamed = 5;

/** Refuses the call of a product that a key may not call; without a product, of every one. */
export async function requireScope(
  context: Context,
  { key, scope }: CallingKey,
  product?: { key: number; slug: string },
): Promise<void> {
  if (!scope) return;
  if (scope.access === 'read') throw readOnly((await context.store.accounts.readNames(key)).key);
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
  if (access === 'read') return readOnly(key);
  const names = (products ?? []).map(({ slug }) => JSON.stringify(slug));
  const more = names.length > mostNamed ? ` and ${names.length - mostNamed} more` : '';
  return new Problem(
    'forbidden',
    `${namedKey(key)} may only call ${names.slice(0, mostNamed).join(', ')}${more}, and not ${JSON.stringify(product.slug)}. Use another key, or ask an owner or admin of the account to change it.`,
  );
}

/** Refuses a change by a key that only reads. */
export async function requireWriting({ store }: Context, { apiKey }: Caller): Promise<void> {
  if (apiKey?.scope?.access !== 'read') return;
  throw readOnly((await store.accounts.readNames(apiKey.key)).key);
}

function readOnly(key: Parameters<typeof namedKey>[0]): Problem {
  return new Problem(
    'forbidden',
    `${namedKey(key)} may only read: it makes no calls and changes nothing. Use another key.`,
  );
}
