import type { ApiKey, ApiKeyList } from '../../lib/account/api-keys.ts';
import type { BufferedResponse } from '../http/response.ts';
import { privateJson } from '../http/private-response.ts';
import { utcToday } from '../../lib/text/utc-day.ts';
import { portal } from '../portal/portal.ts';
import { requireKey } from './own-key.ts';
import type { Caller } from './caller.ts';

/** Twice what an account can have at one time; of revoked ones the newest. */
const mostListed = 200;

/** The API keys of the caller's account, and what those with a cap have spent. */
export async function listKeys(principal: Caller): Promise<BufferedResponse> {
  return privateJson(principal, JSON.stringify(await readKeys(principal)));
}

export async function readKeys(principal: Caller): Promise<ApiKeyList> {
  requireKey(principal);
  const { apiKey } = portal().database;
  const where = { account: { id: principal.purse } };
  const day = utcToday();
  const periods = [day, day.slice(0, 7), 'all'];
  const [rows, total] = await Promise.all([
    apiKey.findMany({
      where,
      orderBy: [{ revokedAt: { sort: 'asc', nulls: 'first' } }, { key: 'desc' }],
      take: mostListed,
      include: { spending: { where: { period: { in: periods } } } },
    }),
    apiKey.count({ where }),
  ]);
  return { list: rows.map((row) => listed(row, periods)), total };
}

interface Row extends Pick<ApiKey, 'id' | 'name' | 'hint' | 'operator'> {
  createdAt: Date;
  lastUsedAt: Date | null;
  expiresAt: Date | null;
  revokedAt: Date | null;
  capDay: bigint | null;
  capMonth: bigint | null;
  capTotal: bigint | null;
  spending: { period: string; credits: bigint }[];
}

function listed(row: Row, [day, month, all]: string[]): ApiKey {
  const { id, name, hint, operator, capDay, capMonth, capTotal } = row;
  const hasCap = [capDay, capMonth, capTotal].some((cap) => cap !== null);
  const spending = (cap: bigint | null, period: string | undefined) => ({
    cap: cap === null ? null : Number(cap),
    spent: hasCap ? Number(row.spending.find((spent) => spent.period === period)?.credits ?? 0) : null,
  });
  return {
    ...{ id, name, hint, operator },
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
    spending: {
      day: spending(capDay, day),
      month: spending(capMonth, month),
      total: spending(capTotal, all),
    },
  };
}
