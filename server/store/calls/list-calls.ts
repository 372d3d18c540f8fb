import { z } from 'zod';
import type { PrismaClient } from '../../../prisma/generated/sqlite/client.ts';
import { leastCallId } from '../../call-id.ts';
import type { AnyCallRow, CallFilter, CallPage, CallsWanted } from './call-rows.ts';

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
  const { owner, after, earlier, requestId } = filter;
  const between = await keysBetween(database, filter);
  if (!between) return { rows: [], total: 0, isTruncated: false };
  const sources = [
    { owner, after },
    ...(earlier ? [{ owner: earlier.owner, after: 0, last: earlier.lastCallKey }] : []),
  ];
  const ranges = (await Promise.all(sources.map((source) => keyRange(database, source, between)))).filter(
    (range) => range !== undefined,
  );
  if (ranges.length === 0) return { rows: [], total: 0, isTruncated: false };
  const truncated = ranges.filter(({ isTruncated }) => isTruncated);
  // Where older calls of one owner are left out, those of another are, too.
  const least = Math.max(between.gte, ...truncated.map((range) => range.least));
  const where = {
    OR: ranges.map((range) => ({
      owner: range.owner,
      key: { gt: range.after, gte: least, lte: range.greatest },
    })),
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
  { owner, after, last }: { owner: string; after: number; last?: number },
  between: { gte: number; lt?: number },
) {
  const where = { owner, key: { gt: after, ...between, ...(last !== undefined && { lte: last }) } };
  const orderBy = { key: 'desc' } as const;
  const select = { key: true };
  const newest = await call.findFirst({ where, orderBy, select });
  if (!newest) return undefined;
  const [oldest] = await call.findMany({ where, orderBy, select, skip: mostCalls, take: 1 });
  const least = oldest ? oldest.key + 1 : between.gte;
  return { owner, after, least, greatest: newest.key, isTruncated: oldest !== undefined };
}

/** Ids are created shortly before calls get their keys, and not in the same order. */
const disorderMs = 60_000;

interface TimesOfCalls {
  /** Then it is that call alone. */
  callId?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
}

interface KeysBetween {
  gte: number;
  lt?: number;
}

/**
 * The keys of the calls between two times, and of some that started a little earlier or later. The index of ids has
 * them, as there is none of times. Undefined if no call has started since `from`.
 */
export async function keysBetween(
  database: PrismaClient,
  { callId, from, to }: TimesOfCalls,
): Promise<KeysBetween | undefined> {
  if (callId !== undefined) {
    const found = await database.call.findUnique({ where: { id: callId }, select: { key: true } });
    return found ? { gte: found.key, lt: found.key + 1 } : undefined;
  }
  const after = from && (await firstKeySince(database, from.getTime() - disorderMs));
  if (after === null) return undefined;
  const before = to && (await firstKeySince(database, to.getTime() + disorderMs));
  return { gte: after ?? 0, ...(typeof before === 'number' && { lt: before }) };
}

/** Which of these calls started between the times. */
function startedBetween({ from, to }: TimesOfCalls) {
  return (from ?? to) && { startedAt: { ...(from && { gte: from }), ...(to && { lt: to }) } };
}

/** Null if no call has started since. Keys and ids increase with time. */
async function firstKeySince({ call }: PrismaClient, ms: number): Promise<number | null> {
  const where = { id: { gte: leastCallId(ms) } };
  return (await call.findFirst({ where, orderBy: { id: 'asc' }, select: { key: true } }))?.key ?? null;
}

/**
 * The conditions of a filter beside owner and keys. No index has them: they are compared for the calls of a range of keys.
 * A request id is somewhere in the end of a call; `hasRequestId` looks where.
 */
export function narrowedBy({ productKeys, state, apiKeyKeys, memberKeys, requestId, ...times }: CallsWanted) {
  return {
    ...(productKeys && { productKey: { in: [...productKeys] } }),
    ...(state !== undefined && { state }),
    ...(apiKeyKeys && { apiKeyKey: { in: [...apiKeyKeys] } }),
    ...(memberKeys && { memberKey: { in: [...memberKeys] } }),
    ...(requestId !== undefined && { ending: { ending: { contains: JSON.stringify(requestId) } } }),
    ...startedBetween(times),
  };
}
