import type { CallFilter, CallPage } from '../calls.ts';
import type { PrismaClient } from '../../../prisma/generated/sqlite/client.ts';
import { keysBetween, startedBetween } from './keys-between.ts';

/**
 * A page considers at most this many calls, the newest between `from` and `to`. This keeps it fast even for an owner
 * with a million calls, and other requests do not wait.
 */
const mostCalls = 10_000;

export const listedFields = {
  id: true,
  state: true,
  quoted: true,
  charged: true,
  startedAt: true,
  settledAt: true,
  product: { select: { id: true, slug: true, name: true } },
  ending: { select: { ending: true } },
} as const;

export async function listCalls(
  database: PrismaClient,
  filter: CallFilter,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<CallPage> {
  const { owner, earlier, productKey, state } = filter;
  const between = await keysBetween(database, filter);
  if (!between) return { rows: [], total: 0, isTruncated: false };
  const sources = [
    { owner, last: undefined },
    ...(earlier ? [{ owner: earlier.owner, last: earlier.lastCallKey }] : []),
  ];
  const ranges = (await Promise.all(sources.map((source) => keyRange(database, source, between)))).filter(
    (range) => range !== undefined,
  );
  if (ranges.length === 0) return { rows: [], total: 0, isTruncated: false };
  const truncated = ranges.filter(({ isTruncated }) => isTruncated);
  // Where older calls of one owner are left out, those of another are, too.
  const least = Math.max(between.gte, ...truncated.map((range) => range.least));
  const where = {
    OR: ranges.map((range) => ({ owner: range.owner, key: { gte: least, lte: range.greatest } })),
    ...(productKey !== undefined && { productKey }),
    ...(state !== undefined && { state }),
    ...startedBetween(filter),
  };
  const { call } = database;
  const skip = (page - 1) * pageSize;
  const select = { ...listedFields, owner: true };
  const [found, total] = await Promise.all([
    skip >= mostCalls ? [] : call.findMany({ where, select, orderBy: { key: 'desc' }, skip, take: pageSize }),
    call.count({ where }),
  ]);
  const rows = found.map(({ ending, ...row }) => ({ ...row, ending: ending?.ending ?? null }));
  return { rows, total, isTruncated: truncated.length > 0 };
}

/** The range of keys of an owner, from the index of owner and key, which avoids reading the calls outside. */
async function keyRange(
  { call }: PrismaClient,
  { owner, last }: { owner: string; last: number | undefined },
  between: { gte: number; lt?: number },
) {
  const where = { owner, key: { ...between, ...(last !== undefined && { lte: last }) } };
  const orderBy = { key: 'desc' } as const;
  const select = { key: true };
  const newest = await call.findFirst({ where, orderBy, select });
  if (!newest) return undefined;
  const [oldest] = await call.findMany({ where, orderBy, select, skip: mostCalls, take: 1 });
  const least = oldest ? oldest.key + 1 : between.gte;
  return { owner, least, greatest: newest.key, isTruncated: oldest !== undefined };
}
