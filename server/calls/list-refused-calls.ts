import { z } from 'zod';
import type { RefusedCallList, RefusedUsage } from '../../lib/call/refused-calls.ts';
import { isProblemCode, problems } from '../../lib/problem/problems.ts';
import type { Caller } from '../callers/caller.ts';
import { requireRole } from '../callers/require-role.ts';
import { formatParameter } from '../format-parameter.ts';
import type { Context } from '../portal/context.ts';
import type { RefusedCallRow } from '../store/calls.ts';
import { mostRefusedCalls } from '../store/refused-calls.ts';
import { wholeParameter } from '../whole-parameter.ts';
import { periodOf, usageQuery } from './sum-usage.ts';

const { from, to } = usageQuery.shape;
/** Days have few reasons, and few keys that are refused. */
const mostSums = 5_000;

export const refusedUsageQuery = z.object({ from, to, format: formatParameter });

export const refusedCallsQuery = z.object({
  page: wholeParameter(1, mostRefusedCalls, 'a whole number from 1 to 1000')
    .default(1)
    .meta({ description: 'Page number.', override: { type: 'integer', minimum: 1, default: 1 } }),
  pageSize: wholeParameter(1, mostRefusedCalls, 'a whole number from 1 to 1000')
    .default(20)
    .meta({
      description: 'Items per page.',
      override: { type: 'integer', minimum: 1, maximum: mostRefusedCalls, default: 20 },
    }),
  format: formatParameter,
});

type RefusedCallsQuery = z.output<typeof refusedCallsQuery>;
type RefusedUsageQuery = z.output<typeof refusedUsageQuery>;

/** The last refused calls of the caller's account. Those of guests are not kept. */
export async function listRefusedCalls(
  context: Context,
  caller: Caller,
  query: RefusedCallsQuery,
): Promise<RefusedCallList> {
  requireRole(caller, 'read-calls');
  return refusedCallsOf(context, caller.purse, query);
}

export async function refusedCallsOf(
  { store }: Pick<Context, 'store'>,
  accountId: string,
  { page, pageSize }: RefusedCallsQuery,
): Promise<RefusedCallList> {
  const { rows, total } = await store.calls.listRefused(accountId, { page, pageSize });
  return {
    list: rows.map((row) => ({ ...listedRefusal(row), person: row.person })),
    total,
  };
}

/** How many calls of the caller's account were refused, by day, API key and reason. */
export async function readRefusedUsage(
  context: Context,
  caller: Caller,
  query: RefusedUsageQuery,
): Promise<RefusedUsage> {
  requireRole(caller, 'read-calls');
  return refusedUsageOf(context, caller.purse, query);
}

export async function refusedUsageOf(
  { store }: Pick<Context, 'store'>,
  accountId: string,
  query: RefusedUsageQuery,
): Promise<RefusedUsage> {
  const period = periodOf(query);
  const rows = await store.calls.countRefused(accountId, { ...period, most: mostSums + 1 });
  const list = rows.slice(0, mostSums).map(({ apiKey, ...row }) => ({
    ...row,
    key: apiKey,
    title: titleOf(row.problem),
  }));
  return { ...period, list, ...(rows.length > mostSums && { truncated: true as const }) };
}

/** A refused call without the person who made it. */
export function listedRefusal({
  at,
  apiKey,
  person: _person,
  ...row
}: RefusedCallRow): Omit<RefusedCallList['list'][number], 'person'> {
  return { ...row, at: at.toISOString(), key: apiKey, title: titleOf(row.problem) };
}

/** Codes of a later version have no title here. */
function titleOf(problem: string): string {
  return isProblemCode(problem) ? problems[problem].title : problem;
}
