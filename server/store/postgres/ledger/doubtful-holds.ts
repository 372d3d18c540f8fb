import type pg from 'pg';
import { resolveUnknown } from './run-settlements.ts';

/** The server may still write a hold after the connection is lost. No statement takes so long. */
const doubtfulMs = 120_000;

interface Lost {
  callIds: readonly string[];
  until: number;
  /** Called when nothing of it can be open any more. */
  done: () => void;
}

/**
 * Holds whose answer was lost with the connection. Their calls are never made; what was committed of them is resolved
 * as soon as the database is back, and what is committed later is resolved then.
 */
export class DoubtfulHolds {
  readonly #pool: pg.Pool;
  #lost: Lost[] = [];

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  add(callIds: readonly string[], done: () => void): void {
    this.#lost.push({ callIds, until: performance.now() + doubtfulMs, done });
  }

  async release(): Promise<void> {
    const lost = [...this.#lost];
    if (lost.length === 0) return;
    const askedAt = performance.now();
    await this.#resolve(lost.flatMap(({ callIds }) => callIds));
    for (const { until, done } of lost) if (until < askedAt) done();
    this.#lost = this.#lost.filter(({ until }) => until >= askedAt);
  }

  async #resolve(callIds: readonly string[]): Promise<void> {
    const { rows } = await this.#pool.query<{ key: number }>(
      'SELECT "key" FROM "Call" WHERE "id" = ANY($1) AND "state" = 0',
      [callIds],
    );
    await resolveUnknown(
      this.#pool,
      rows.map(({ key }) => key),
      { nowMs: Date.now(), freesKey: true },
    );
  }
}
