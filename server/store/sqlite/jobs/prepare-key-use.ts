import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { OverCap } from '../../ledger.ts';
import { utcDay } from '../../../../lib/text/utc-day.ts';

const minuteMs = 60_000;

interface KeyRow {
  lastUsedAt: number | null;
  capDay: number | null;
  capMonth: number | null;
  capTotal: number | null;
  isRevoked: 0 | 1;
  access: string;
  products: string | null;
}

interface Period {
  name: 'day' | 'month' | 'total';
  /** As in KeySpend. */
  text: string;
  cap: number | null;
}

/**
 * Checks and counts the spending of an API key. For a capped key all three periods are counted, whichever the cap is
 * for, including holds. Keys without a cap are not counted.
 */
export function prepareKeyUse(database: Database) {
  const find = database.prepare<[number], KeyRow>(
    'SELECT lastUsedAt, capDay, capMonth, capTotal, revokedAt IS NOT NULL AS isRevoked, access, products FROM ApiKey WHERE key = ?',
  );
  const spentIn = database
    .prepare<[number, string], number>('SELECT credits FROM KeySpend WHERE apiKeyKey = ? AND period = ?')
    .pluck();
  const spend = database.prepare(
    `INSERT INTO KeySpend (apiKeyKey, period, credits) VALUES (@key, @period, @credits)
       ON CONFLICT (apiKeyKey, period) DO UPDATE SET credits = credits + excluded.credits
         WHERE credits + excluded.credits <= @cap`,
  );
  const touch = database.prepare('UPDATE ApiKey SET lastUsedAt = ? WHERE key = ?');

  function read(apiKeyKey: number): KeyRow {
    const row = find.get(apiKeyKey);
    if (!row) throw new Error(`There is no API key ${apiKeyKey}.`);
    return row;
  }

  /** The first cap that the credits would exceed; undefined if none. */
  function findCap(apiKeyKey: number, row: KeyRow, credits: number, nowMs: number): OverCap | undefined {
    if (!hasCap(row)) return undefined;
    for (const { name, text, cap } of periodsOf(row, nowMs)) {
      const spent = cap === null ? 0 : (spentIn.get(apiKeyKey, text) ?? 0);
      if (cap !== null && spent + credits > cap) return { outcome: 'over-cap', period: name, cap, spent };
    }
    return undefined;
  }

  function use(key: number, row: KeyRow, credits: number, nowMs: number): void {
    const { lastUsedAt } = row;
    if (lastUsedAt === null || Math.abs(nowMs - lastUsedAt) >= minuteMs) touch.run(nowMs, key);
    if (!hasCap(row)) return;
    for (const { text, cap } of periodsOf(row, nowMs)) {
      const { changes } = spend.run({
        key,
        period: text,
        credits,
        cap: cap ?? Number.MAX_SAFE_INTEGER,
      });
      if (changes !== 1) throw new Error(`The API key ${key} has a cap that the credits pass.`);
    }
  }

  return { read, findCap, use };
}

/** Subtracts the unspent part of a hold from its periods. Keys without a cap have no rows. */
export function prepareKeyReturn(database: Database) {
  const giveBack = database.prepare(
    `UPDATE KeySpend SET credits = credits - ? WHERE apiKeyKey = ? AND period IN (?, ?, 'all')`,
  );
  return (apiKeyKey: number, credits: number, heldAtMs: number): void => {
    const day = utcDay(heldAtMs);
    giveBack.run(credits, apiKeyKey, day, day.slice(0, 7));
  };
}

/** The key may have been revoked after the request was admitted. */
export function isRevoked(row: KeyRow): boolean {
  return row.isRevoked === 1;
}

/** Its scope may have changed as well. */
export function mayCall({ access, products }: KeyRow, productKey: number): boolean {
  if (access === 'read') return false;
  return products === null || productKeys.parse(JSON.parse(products)).includes(productKey);
}

const productKeys = z.array(z.int());

function hasCap({ capDay, capMonth, capTotal }: KeyRow): boolean {
  return capDay !== null || capMonth !== null || capTotal !== null;
}

function periodsOf({ capDay, capMonth, capTotal }: KeyRow, nowMs: number): Period[] {
  const day = utcDay(nowMs);
  return [
    { name: 'day', text: day, cap: capDay },
    { name: 'month', text: day.slice(0, 7), cap: capMonth },
    { name: 'total', text: 'all', cap: capTotal },
  ];
}
