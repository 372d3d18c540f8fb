import { z } from 'zod';
import type { CallList } from '../../lib/call/call-list.ts';
import { CALL_STATES, endingSchema } from '../../lib/receipt/receipt.ts';
import type { BufferedResponse } from '../http/response.ts';
import type { Caller } from '../callers/caller.ts';
import { portal } from '../portal/portal.ts';
import { findProduct } from '../products/product-record.ts';
import { wholeParameter } from '../http/whole-parameter.ts';
import { leastCallId } from './call-id.ts';
import { privateJson } from '../http/private-response.ts';
import { stateName } from './read-receipt.ts';

/**
 * So many calls are looked through for one answer, the newest of those between `from` and `to`: whoever has made a
 * million gets a page as fast as others do, and the thread that answers calls is not kept from them.
 */
const mostCalls = 10_000;

/** Ids are made some moments before calls get their keys, and not in the same order. */
const disorderMs = 60_000;

const dayOrMoment = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);

const moment = (description: string) =>
  z
    .string()
    .refine(
      (text) => dayOrMoment.safeParse(text).success,
      'a date such as 2026-11-21, or a date and time such as 2026-11-21T08:00:00Z',
    )
    .transform((text) => new Date(text))
    .optional()
    .meta({ description });

export const callListQuery = z.object({
  page: wholeParameter(1, Number.MAX_VALUE, 'a whole number of at least 1')
    .default(1)
    .meta({ description: 'Page number.', override: { type: 'integer', minimum: 1, default: 1 } }),
  pageSize: wholeParameter(1, 100, 'a whole number from 1 to 100')
    .default(10)
    .meta({
      description: 'Items per page.',
      override: { type: 'integer', minimum: 1, maximum: 100, default: 10 },
    }),
  product: z
    .string()
    .max(200, 'at most 200 characters')
    .optional()
    .meta({ description: 'Only calls of this product, by id or slug.' }),
  state: z
    .enum(CALL_STATES, CALL_STATES.join(', '))
    .optional()
    .meta({ description: 'Only calls in this state.' }),
  from: moment('Only calls from this date or time on. A date starts at 00:00 UTC.'),
  to: moment('Only calls before this date or time. A date starts at 00:00 UTC.'),
});

export type CallListQuery = z.output<typeof callListQuery>;

/** The caller's own calls, newest first. Who has no history, such as a guest without a cookie, gets none. */
export async function listCalls(query: CallListQuery, principal: Caller): Promise<BufferedResponse> {
  return privateJson(principal, JSON.stringify(await readCalls(query, principal)));
}

export async function readCalls(query: CallListQuery, { owner }: Caller): Promise<CallList> {
  return owner === null ? nothing : findCalls(query, owner);
}

const nothing: CallList = { list: [], total: 0 };

async function findCalls(query: CallListQuery, owner: string): Promise<CallList> {
  const product = query.product === undefined ? undefined : await findProduct(query.product);
  if (query.product !== undefined && !product) return nothing;
  const range = await keyRange(query, owner);
  if (!range) return nothing;
  const { from, to, state } = query;
  const where = {
    owner,
    key: { gte: range.least, lte: range.greatest },
    ...(product && { productKey: product.key }),
    ...(state && { state: CALL_STATES.indexOf(state) }),
    ...((from ?? to) && { startedAt: { ...(from && { gte: from }), ...(to && { lt: to }) } }),
  };
  const { call } = portal().database;
  const skip = (query.page - 1) * query.pageSize;
  const [rows, total] = await Promise.all([
    skip >= mostCalls
      ? []
      : call.findMany({ where, select: shown, orderBy: { key: 'desc' }, skip, take: query.pageSize }),
    call.count({ where }),
  ]);
  return { list: rows.map(listed), total, ...(range.truncated && { truncated: true as const }) };
}

/**
 * Between which keys to look, by the index of owner and key: it is all that is read of the calls that are passed over.
 * Keys grow with the time, and so do ids.
 */
async function keyRange({ from, to }: CallListQuery, owner: string) {
  const { call } = portal().database;
  const after = from && (await firstKeySince(from.getTime() - disorderMs));
  if (after === null) return undefined;
  const before = to && (await firstKeySince(to.getTime() + disorderMs));
  const key = { gte: after ?? 0, ...(typeof before === 'number' && { lt: before }) };
  const where = { owner, key };
  const orderBy = { key: 'desc' } as const;
  const select = { key: true };
  const newest = await call.findFirst({ where, orderBy, select });
  if (!newest) return undefined;
  const [last] = await call.findMany({ where, orderBy, select, skip: mostCalls, take: 1 });
  return { least: last ? last.key + 1 : key.gte, greatest: newest.key, truncated: last !== undefined };
}

/** Null where no call has begun since. */
async function firstKeySince(ms: number): Promise<number | null> {
  const { call } = portal().database;
  const where = { id: { gte: leastCallId(ms) } };
  return (await call.findFirst({ where, orderBy: { id: 'asc' }, select: { key: true } }))?.key ?? null;
}

const shown = {
  id: true,
  state: true,
  quoted: true,
  charged: true,
  startedAt: true,
  settledAt: true,
  product: { select: { id: true, slug: true, name: true } },
  ending: { select: { ending: true } },
} as const;

interface ListedRow extends Pick<CallList['list'][number], 'id' | 'product' | 'quoted' | 'charged'> {
  state: number;
  startedAt: Date;
  settledAt: Date | null;
  ending: { ending: string } | null;
}

function listed({ ending, startedAt, settledAt, ...row }: ListedRow): CallList['list'][number] {
  return {
    ...row,
    state: stateName(row.state),
    ...endOf(ending),
    startedAt: startedAt.toISOString(),
    settledAt: settledAt?.toISOString() ?? null,
  };
}

function endOf(
  ending: ListedRow['ending'],
): Pick<CallList['list'][number], 'outcome' | 'problem' | 'upstreamStatus'> {
  if (ending === null) return { outcome: null, problem: null, upstreamStatus: null };
  const { outcome, problem, upstream } = listedEnding.parse(JSON.parse(ending.ending));
  return { outcome, problem: problem ?? null, upstreamStatus: upstream?.status ?? null };
}

const { outcome, problem, upstream } = endingSchema.shape;
const listedEnding = z.object({ outcome, problem, upstream });
