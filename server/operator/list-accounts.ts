import { z } from 'zod';
import type { AccountList } from '../../lib/operator/accounts.ts';
import type { Context } from '../portal/context.ts';
import type { AccountSummary } from '../store/accounts.ts';
import { filterText, listParameters, pageWish } from './list-parameters.ts';

export const accountsQuery = z.object({
  q: filterText('Only accounts with this id, or with this text in their name.'),
  state: z
    .literal('suspended', 'suspended')
    .optional()
    .meta({ description: '`suspended`: only accounts that are.' }),
  ...listParameters,
});

export type AccountsQuery = z.output<typeof accountsQuery>;

export async function listAccounts(
  { store }: Context,
  { q, state, ...query }: AccountsQuery,
): Promise<AccountList> {
  const filter = { text: q, suspended: state === 'suspended' };
  const { rows, next } = await store.accounts.page(filter, pageWish(query));
  return { list: rows.map(listedAccount), next };
}

export function listedAccount({
  id,
  name,
  createdAt,
  suspendedAt,
  posted,
  pending,
  activeKeys,
}: AccountSummary): AccountList['list'][number] {
  return {
    id,
    name,
    createdAt: createdAt.toISOString(),
    suspendedAt: suspendedAt?.toISOString() ?? null,
    balance: posted,
    held: pending,
    available: posted - pending,
    keys: activeKeys,
  };
}
