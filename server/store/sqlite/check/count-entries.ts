import { setImmediate } from 'node:timers/promises';
import type { Database } from 'better-sqlite3';
import { LRUCache } from 'lru-cache';

/** About a millisecond, so that calls can run in between. */
const countedAtOnce = 20_000;
/** Purses whose counts are cached. */
const mostRemembered = 5_000;

interface Counted {
  total: number;
  lastKey: number;
}

/**
 * The number of entries of a purse. Entries are only added, with increasing keys, so a cached count is extended and
 * never repeated. A first count of many entries yields between steps.
 */
export function prepareEntryCount(database: Database): (purseId: string) => Promise<number> {
  const findPurse = database.prepare<[string], number>('SELECT key FROM Purse WHERE id = ?').pluck();
  const countNext = database.prepare<[number, number, number], { rows: number; lastKey: number | null }>(
    `SELECT count(*) AS rows, max(key) AS lastKey FROM
       (SELECT key FROM Entry WHERE purseKey = ? AND purseKey > 2 AND key > ? ORDER BY key LIMIT ?)`,
  );
  const counted = new LRUCache<number, Counted>({ max: mostRemembered });

  return async (purseId) => {
    const purseKey = findPurse.get(purseId);
    if (purseKey === undefined) return 0;
    let { total, lastKey } = counted.get(purseKey) ?? { total: 0, lastKey: 0 };
    for (;;) {
      const next = countNext.get(purseKey, lastKey, countedAtOnce);
      if (!next || next.lastKey === null) break;
      total += next.rows;
      lastKey = next.lastKey;
      if (next.rows < countedAtOnce) break;
      await setImmediate();
    }
    counted.set(purseKey, { total, lastKey });
    return total;
  };
}
