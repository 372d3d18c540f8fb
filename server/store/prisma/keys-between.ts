import type { PrismaClient } from '../../../prisma/generated/sqlite/client.ts';
import type { CallsWanted } from '../calls.ts';
import { leastCallId } from '../../calls/call-id.ts';

/** Ids are created shortly before calls get their keys, and not in the same order. */
const disorderMs = 60_000;

export interface TimesOfCalls {
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
