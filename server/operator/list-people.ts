import { z } from 'zod';
import type { PersonList } from '../../lib/operator/people.ts';
import type { Context } from '../portal/context.ts';
import type { PersonSummary } from '../store/people.ts';
import { filterText, listParameters, pageWish } from './list-parameters.ts';

export const peopleQuery = z.object({
  q: filterText('Only people with this id, or with this text in their name or address.'),
  state: z
    .literal('operator', 'operator')
    .optional()
    .meta({ description: '`operator`: only people who have a role.' }),
  ...listParameters,
});

export type PeopleQuery = z.output<typeof peopleQuery>;

export async function listPeople(
  { store }: Context,
  { q, state, ...query }: PeopleQuery,
): Promise<PersonList> {
  const filter = { text: q, operators: state === 'operator' };
  const { rows, next } = await store.people.page(filter, pageWish(query), new Date());
  return { list: rows.map(listedPerson), next };
}

export function listedPerson({
  key: _key,
  createdAt,
  erasedAt,
  lastSeenAt,
  ...row
}: PersonSummary): PersonList['list'][number] {
  return {
    ...{ ...row, createdAt: createdAt.toISOString(), erasedAt: erasedAt?.toISOString() ?? null },
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
  };
}
