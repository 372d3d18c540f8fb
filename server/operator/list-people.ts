import { z } from 'zod';
import { maskedAddress } from '../../lib/operator/masked-address.ts';
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

/** For those who may not export people: pages are small, and addresses are not shown whole. */
const mostShown = 100;

export async function listPeople(
  { store }: Context,
  { q, state, pageSize, ...query }: PeopleQuery,
  mayExport: boolean,
): Promise<PersonList> {
  const filter = { text: q, operators: state === 'operator' };
  const wish = pageWish({ ...query, pageSize: mayExport ? pageSize : Math.min(pageSize, mostShown) });
  const { rows, next } = await store.people.page(filter, wish, new Date());
  const list = rows.map(listedPerson);
  return { list: mayExport ? list : list.map(masked), next };
}

function masked(person: PersonList['list'][number]): PersonList['list'][number] {
  return { ...person, email: maskedAddress(person.email) };
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
