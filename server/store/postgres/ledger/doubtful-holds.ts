import type pg from 'pg';
import { unknown } from '../../ledger-changes.ts';
import { runSettlements } from './run-settlements.ts';

/**
 * Holds whose answer was lost with the connection. Their calls are never made; what was committed of them is resolved
 * as soon as the database is back.
 */
export class DoubtfulHolds {
  readonly #pool: pg.Pool;
  readonly #callIds = new Set<string>();

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  add(callIds: readonly string[]): void {
    for (const id of callIds) this.#callIds.add(id);
  }

  async release(): Promise<void> {
    const ids = [...this.#callIds];
    if (ids.length === 0) return;
    const { rows } = await this.#pool.query<{ key: number }>(
      'SELECT "key" FROM "Call" WHERE "id" = ANY($1) AND "state" = 0',
      [ids],
    );
    const now = Date.now();
    if (rows.length > 0)
      await runSettlements(
        this.#pool,
        rows.map(({ key }) => [key, unknown, 0, now, null, null, null, true]),
      );
    for (const id of ids) this.#callIds.delete(id);
  }
}
