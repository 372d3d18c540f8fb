import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { Caps } from '../../caps.ts';
import type { OverCap } from '../../ledger.ts';
import { prepareSpend } from './prepare-spend.ts';

const minuteMs = 60_000;

interface KeyRow extends Caps {
  lastUsedAt: number | null;
  isRevoked: 0 | 1;
  access: string;
  products: string | null;
}

/** Checks and counts the spending of an API key. Keys without a cap are not counted. */
export function prepareKeyUse(database: Database) {
  const find = database.prepare<[number], KeyRow>(
    'SELECT lastUsedAt, capDay, capMonth, capTotal, revokedAt IS NOT NULL AS isRevoked, access, products FROM ApiKey WHERE key = ?',
  );
  const spending = prepareSpend(database, 'KeySpend');
  const touch = database.prepare('UPDATE ApiKey SET lastUsedAt = ? WHERE key = ?');

  function read(apiKeyKey: number): KeyRow {
    const row = find.get(apiKeyKey);
    if (!row) throw new Error(`There is no API key ${apiKeyKey}.`);
    return row;
  }

  function readCaps(apiKeyKey: number, row: KeyRow, nowMs: number): OverCap[] {
    return spending.readCaps(apiKeyKey, row, nowMs).map((cap) => ({ outcome: 'over-cap', ...cap }));
  }

  function use(key: number, row: KeyRow, credits: number, nowMs: number): void {
    const { lastUsedAt } = row;
    if (lastUsedAt === null || Math.abs(nowMs - lastUsedAt) >= minuteMs) touch.run(nowMs, key);
    spending.spend(key, row, credits, nowMs);
  }

  return { read, readCaps, use };
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
