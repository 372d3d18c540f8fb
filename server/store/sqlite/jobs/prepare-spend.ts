import type { Database } from 'better-sqlite3';
import { utcDay } from '../../../../lib/text/utc-day.ts';
import { type Caps, hasCap } from '../../caps.ts';
import type { ReachedCap } from '../../ledger.ts';

interface Period {
  name: ReachedCap['period'];
  /** As in the table. */
  text: string;
  cap: number | null;
}

const columns = { KeySpend: 'apiKeyKey', AccountSpend: 'purseKey' } as const;

/**
 * Checks and counts the spending of whatever has caps. All three periods are counted, whichever the cap is for,
 * including holds. What has no cap is not counted.
 */
export function prepareSpend(database: Database, table: keyof typeof columns) {
  const column = columns[table];
  const spentIn = database
    .prepare<[number, string], number>(`SELECT credits FROM ${table} WHERE ${column} = ? AND period = ?`)
    .pluck();
  const add = database.prepare(
    `INSERT INTO ${table} (${column}, period, credits) VALUES (@key, @period, @credits)
       ON CONFLICT (${column}, period) DO UPDATE SET credits = credits + excluded.credits
         WHERE credits + excluded.credits <= @cap`,
  );

  /** The caps that are set, with what is spent of them. */
  function readCaps(key: number, caps: Caps, nowMs: number): ReachedCap[] {
    if (!hasCap(caps)) return [];
    return periodsOf(caps, nowMs).flatMap(({ name, text, cap }) =>
      cap === null ? [] : [{ period: name, cap, spent: spentIn.get(key, text) ?? 0 }],
    );
  }

  function spend(key: number, caps: Caps, credits: number, nowMs: number): void {
    if (!hasCap(caps)) return;
    for (const { text, cap } of periodsOf(caps, nowMs)) {
      const { changes } = add.run({ key, period: text, credits, cap: cap ?? Number.MAX_SAFE_INTEGER });
      if (changes !== 1) throw new Error(`The credits pass a cap in ${table} of ${key}.`);
    }
  }

  return { readCaps, spend };
}

/** Subtracts the unspent part of a hold from its periods. What has no cap has no rows. */
export function prepareReturn(database: Database, table: keyof typeof columns) {
  const giveBack = database.prepare(
    `UPDATE ${table} SET credits = credits - ? WHERE ${columns[table]} = ? AND period IN (?, ?, 'all')`,
  );
  return (key: number, credits: number, heldAtMs: number): void => {
    const day = utcDay(heldAtMs);
    giveBack.run(credits, key, day, day.slice(0, 7));
  };
}

function periodsOf({ capDay, capMonth, capTotal }: Caps, nowMs: number): Period[] {
  const day = utcDay(nowMs);
  return [
    { name: 'day', text: day, cap: capDay },
    { name: 'month', text: day.slice(0, 7), cap: capMonth },
    { name: 'total', text: 'all', cap: capTotal },
  ];
}
