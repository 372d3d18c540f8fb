import type { PrismaClient } from '../../../prisma/generated/sqlite/client.ts';
import type { PageOf, PageWish } from '../page.ts';
import type { AnyCallFilter, AnyCallRow } from '../calls.ts';
import { keysBetween, startedBetween } from './keys-between.ts';
import { listedFields } from './list-calls.ts';

/** No index has products, states or members: a page with such a filter looks at so many calls, however few match. */
const mostConsidered = 5_000;

/** The calls of all, or of one owner, from the newest on. Reads no more of them than a page considers. */
export async function listAllCalls(
  database: PrismaClient,
  { owner, productKey, state, memberKey, ...times }: AnyCallFilter,
  { before, most }: PageWish,
): Promise<PageOf<AnyCallRow>> {
  const { call } = database;
  const between = await keysBetween(database, times);
  if (!between) return { rows: [], next: null };
  const orderBy = { key: 'desc' } as const;
  const ofOwner = owner !== undefined && { owner };
  const end = Math.min(before ?? Infinity, between.lt ?? Infinity);
  const until = end !== Infinity && { lt: end };
  const started = startedBetween(times);
  const isNarrowed = [productKey, state, memberKey, started].some((filter) => filter !== undefined);
  // The first call that is left for the next page.
  const [left] = await call.findMany({
    ...{ where: { ...ofOwner, key: { gte: between.gte, ...until } }, orderBy, select: { key: true } },
    ...{ skip: isNarrowed ? Math.max(mostConsidered, most) : most, take: 1 },
  });
  const found = await call.findMany({
    where: {
      ...{ ...ofOwner, key: { gte: left ? left.key + 1 : between.gte, ...until } },
      ...(productKey !== undefined && { productKey }),
      ...(state !== undefined && { state }),
      ...(memberKey !== undefined && { memberKey }),
      ...started,
    },
    ...{ orderBy, take: most + 1, select: { ...listedFields, key: true, owner: true } },
  });
  const rows = found.slice(0, most);
  const next = found.length > most ? rows.at(-1)?.key : left && left.key + 1;
  return {
    rows: rows.map(({ key: _key, ending, ...row }) => ({ ...row, ending: ending?.ending ?? null })),
    next: next ?? null,
  };
}
