import type { Database } from 'better-sqlite3';
import type { Findings } from '../../sql/findings.ts';

interface SpendRow {
  key: number;
  id: string;
  period: string;
  credits: number;
}

/** Checks the spending of each capped key in each period against the holds and charges of its calls. */
export function checkKeySpend(database: Database, spent: Map<string, number>, findings: Findings): void {
  const rest = new Map(spent);
  const rows = database.prepare<[], SpendRow>(
    `SELECT s.apiKeyKey AS key, coalesce(k.id, s.apiKeyKey) AS id, s.period, s.credits
       FROM KeySpend s LEFT JOIN ApiKey k ON k.key = s.apiKeyKey`,
  );
  const report = (id: string | number, period: string, kept: number, counted: number) =>
    findings.add(
      'keys with a wrong number',
      `The key ${id} has spent ${kept} credits in "${period}", and its calls add up to ${counted}.`,
    );
  for (const { key, id, period, credits } of rows.all()) {
    const counted = rest.get(`${key} ${period}`) ?? 0;
    if (credits !== counted) report(id, period, credits, counted);
    rest.delete(`${key} ${period}`);
  }
  for (const [name, counted] of rest) {
    const [key = '', period = ''] = name.split(' ');
    if (counted !== 0) report(key, period, 0, counted);
  }
}
