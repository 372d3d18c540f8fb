import { z } from 'zod';
import type { PersonList } from '../../lib/operator/people.ts';
import type { Context } from '../portal/context.ts';
import type { PersonSummary } from '../store/people.ts';
import { addressFor } from './address-for.ts';
import { filterText, listParameters, pageWish } from './list-parameters.ts';
import { mayDo, type Operating } from './rights.ts';

export const peopleQuery = z.object({
  q: filterText(
    'Only people with this id or address, or with this text in their name. For those who may export people, a part of an address is enough.',
  ),
  state: z
    .literal('operator', 'operator')
    .optional()
    .meta({ description: '`operator`: only people who have a role.' }),
  ...listParameters,
});

export type PeopleQuery = z.output<typeof peopleQuery>;

/** For those who may not export people. */
const mostShown = 100;

export async function listPeople(
  { store }: Context,
  { q, state, pageSize, ...query }: PeopleQuery,
  caller: Operating,
): Promise<PersonList> {
  const mayExport = mayDo(caller, 'export-people');
  const filter = { text: q, partsOfAddress: mayExport, operators: state === 'operator' };
  const wish = pageWish({ ...query, pageSize: mayExport ? pageSize : Math.min(pageSize, mostShown) });
  const { rows, next } = await store.people.page(filter, wish, new Date());
  const list = rows.map(listedPerson).map((row) => ({ ...row, email: addressFor(caller, row.email) }));
  return { list, next };
}

export function listedPerson({
  key: _key,
  createdAt,
  erasedAt,
  lastSeenAt,
  ...row
}: PersonSummary): PersonList['list'][number] {
  return {
    ...row,
    createdAt: createdAt.toISOString(),
    erasedAt: erasedAt?.toISOString() ?? null,
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
  };
}
