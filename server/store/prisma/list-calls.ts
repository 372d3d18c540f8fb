import { leastCallId } from '../../calls/call-id.ts';
import type { CallFilter, CallPage } from '../calls.ts';
import type { PrismaClient } from '../../../prisma/generated/sqlite/client.ts';

/**
 * A page considers at most this many calls, the newest between `from` and `to`. This keeps it fast even for an owner
 * with a million calls, and other requests do not wait.
 */
const mostCalls = 10_000;

/** Ids are created shortly before calls get their keys, and not in the same order. */
const disorderMs = 60_000;

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
  const range = await keyRange(database, filter);
  if (!range) return { rows: [], total: 0, isTruncated: false };
  const { owner, productKey, state, from, to } = filter;
  const where = {
    owner,
    key: { gte: range.least, lte: range.greatest },
    ...(productKey !== undefined && { productKey }),
    ...(state !== undefined && { state }),
    ...((from ?? to) && { startedAt: { ...(from && { gte: from }), ...(to && { lt: to }) } }),
  };
  const { call } = database;
  const skip = (page - 1) * pageSize;
  const [found, total] = await Promise.all([
    skip >= mostCalls
      ? []
      : call.findMany({ where, select: listedFields, orderBy: { key: 'desc' }, skip, take: pageSize }),
    call.count({ where }),
  ]);
  const rows = found.map(({ ending, ...row }) => ({ ...row, ending: ending?.ending ?? null }));
  return { rows, total, isTruncated: range.isTruncated };
}

/** The range of keys, from the index of owner and key, which avoids reading the calls outside. */
async function keyRange(database: PrismaClient, { from, to, owner }: CallFilter) {
  const { call } = database;
  const after = from && (await firstKeySince(database, from.getTime() - disorderMs));
  if (after === null) return undefined;
  const before = to && (await firstKeySince(database, to.getTime() + disorderMs));
  const key = { gte: after ?? 0, ...(typeof before === 'number' && { lt: before }) };
  const where = { owner, key };
  const orderBy = { key: 'desc' } as const;
  const select = { key: true };
  const newest = await call.findFirst({ where, orderBy, select });
  if (!newest) return undefined;
  const [last] = await call.findMany({ where, orderBy, select, skip: mostCalls, take: 1 });
  return { least: last ? last.key + 1 : key.gte, greatest: newest.key, isTruncated: last !== undefined };
}

/** Null if no call has started since. Keys and ids increase with time. */
async function firstKeySince({ call }: PrismaClient, ms: number): Promise<number | null> {
  const where = { id: { gte: leastCallId(ms) } };
  return (await call.findFirst({ where, orderBy: { id: 'asc' }, select: { key: true } }))?.key ?? null;
}
