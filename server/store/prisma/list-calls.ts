import { z } from 'zod';
import type { AnyCallRow, CallFilter, CallPage } from '../calls.ts';
import type { PrismaClient } from '../../../prisma/generated/sqlite/client.ts';
import { keysBetween, narrowedBy } from './keys-between.ts';

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
  owner: true,
  memberKey: true,
  apiKey: { select: { id: true, name: true } },
} as const;

export async function listCalls(
  database: PrismaClient,
  filter: CallFilter,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<CallPage> {
  const { owner, earlier, requestId } = filter;
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
    ...narrowedBy(filter),
  };
  const { call } = database;
  const skip = (page - 1) * pageSize;
  const [found, total] = await Promise.all([
    skip >= mostCalls
      ? []
      : call.findMany({ where, select: listedFields, orderBy: { key: 'desc' }, skip, take: pageSize }),
    call.count({ where }),
  ]);
  return { rows: await namedRows(database, found, requestId), total, isTruncated: truncated.length > 0 };
}

type FoundCall = Omit<AnyCallRow, 'ending' | 'person'> & {
  memberKey: number | null;
  ending: { ending: string } | null;
};

/** With the people who made them. Without those whose end only looked like that of the request. */
export async function namedRows(
  { member }: PrismaClient,
  found: FoundCall[],
  requestId: string | undefined,
): Promise<AnyCallRow[]> {
  const keys = [...new Set(found.flatMap(({ memberKey }) => memberKey ?? []))];
  const members =
    keys.length === 0
      ? []
      : await member.findMany({
          where: { key: { in: keys } },
          select: { key: true, person: { select: { id: true, name: true } } },
        });
  const personOf = new Map(members.map(({ key, person }) => [key, person]));
  return found.flatMap(({ ending: end, memberKey, ...row }) => {
    const ending = end?.ending ?? null;
    if (requestId !== undefined && requestOf(ending) !== requestId) return [];
    return [{ ...row, ending, person: personOf.get(memberKey ?? 0) ?? null }];
  });
}

const endOfRequest = z.object({ requestId: z.string().optional() });

function requestOf(ending: string | null): string | undefined {
  return ending === null ? undefined : endOfRequest.parse(JSON.parse(ending)).requestId;
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
