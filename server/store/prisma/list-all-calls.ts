import type { PrismaClient } from '../../../prisma/generated/sqlite/client.ts';
import type { PageOf, PageWish } from '../page.ts';
import type { AnyCallFilter, AnyCallRow } from '../calls.ts';
import { keysBetween, narrowedBy } from './keys-between.ts';
import { listedFields, namedRows } from './list-calls.ts';

/** No index has products, states, keys or members: a page with such a filter looks at so many calls, however few match. */
const mostConsidered = 5_000;

/** The calls of all, or of one owner, from the newest on. Reads no more of them than a page considers. */
export async function listAllCalls(
  database: PrismaClient,
  { owner, owners, ...wanted }: AnyCallFilter,
  { before, most }: PageWish,
): Promise<PageOf<AnyCallRow>> {
  const { call } = database;
  const between = await keysBetween(database, wanted);
  if (!between) return { rows: [], next: null };
  const orderBy = { key: 'desc' } as const;
  const ofOwner = owner !== undefined && { owner };
  const end = Math.min(before ?? Infinity, between.lt ?? Infinity);
  const until = end !== Infinity && { lt: end };
  const narrowed = { ...narrowedBy(wanted), ...(owners && { owner: { in: [...owners] } }) };
  const isNarrowed = Object.keys(narrowed).length > 0;
  // The first call that is left for the next page.
  const [left] = await call.findMany({
    where: { ...ofOwner, key: { gte: between.gte, ...until } },
    orderBy,
    select: { key: true },
    skip: isNarrowed ? Math.max(mostConsidered, most) : most,
    take: 1,
  });
  const found = await call.findMany({
    where: {
      ...ofOwner,
      key: { gte: left ? left.key + 1 : between.gte, ...until },
      ...narrowed,
    },
    orderBy,
    take: most + 1,
    select: { ...listedFields, key: true },
  });
  const rows = found.slice(0, most);
  const next = found.length > most ? rows.at(-1)?.key : left && left.key + 1;
  return {
    rows: await namedRows(
      database,
      rows.map(({ key: _key, ...row }) => row),
      wanted.requestId,
    ),
    next: next ?? null,
  };
}
