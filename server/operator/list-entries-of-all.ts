import { z } from 'zod';
import { entryKind } from '../../lib/account/credit-account.ts';
import type { EntriesOfAll } from '../../lib/operator/entries.ts';
import type { Context } from '../portal/context.ts';
import { filterText, listParameters, pageWish } from './list-parameters.ts';

export const entriesOfAllQuery = z.object({
  account: filterText('Only entries of the account of this id.'),
  kind: z
    .enum([...entryKind.options, 'issued'], [...entryKind.options, 'issued'].join(', '))
    .optional()
    .meta({ description: 'Only entries of this kind. `issued`: all kinds but charges.' }),
  ...listParameters,
});

export type EntriesOfAllQuery = z.output<typeof entriesOfAllQuery>;

/** The ledger of all accounts and guests, newest first, without the portal's own side of each transfer. */
export async function listEntriesOfAll(
  { store }: Context,
  { account, kind, ...query }: EntriesOfAllQuery,
): Promise<EntriesOfAll> {
  const { rows, next } = await store.accounts.pageOfEntries({ accountId: account, kind }, pageWish(query));
  const names = await store.accounts.namesOf([...new Set(rows.map(({ purseId }) => purseId))]);
  const list = rows.map(({ purseId, at, ...entry }) => {
    const name = names.get(purseId);
    return { ...entry, at: at.toISOString(), account: name === undefined ? null : { id: purseId, name } };
  });
  return { list, next };
}
