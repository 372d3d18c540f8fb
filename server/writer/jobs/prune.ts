import type { Database } from 'better-sqlite3';
import { idempotencyRowMs } from '../../ledger/kept-times.ts';
import type { Job } from '../job.ts';

const rowsAtOnce = 500;
/** An input or an answer can have a megabyte. */
const longestMs = 10;

export interface PrunePayload {
  what: 'inputs' | 'answers';
  nowMs: number;
  /** Inputs of calls that began before this. */
  inputsBeforeMs: number;
  /** Where the last run ended; 0 at first. */
  afterKey: number;
}

interface KeptRow {
  callKey: number;
  state: number;
  startedAt: number;
}

/** Deletes some of what is kept for a while only; `lastKey` is null when nothing that is due is left. */
export const prune: Job<PrunePayload, { deleted: number; lastKey: number | null }> = {
  publishes: false,
  prepare(database) {
    const tables = {
      inputs: prepareTable(database, 'CallInput'),
      answers: prepareTable(database, 'IdempotentCall'),
    };
    return ({ what, nowMs, inputsBeforeMs, afterKey }) => {
      const { find, remove } = tables[what];
      const before = what === 'inputs' ? inputsBeforeMs : nowMs - idempotencyRowMs + 1;
      const until = performance.now() + longestMs;
      let deleted = 0;
      let lastKey = afterKey;
      for (const { callKey, state, startedAt } of find.all(afterKey, rowsAtOnce)) {
        // Those after it began later, unless it began in the future of a clock that was set back.
        if (startedAt >= before && startedAt <= nowMs) return { deleted, lastKey: null };
        if (startedAt < before && state !== 0) deleted += remove.run(callKey).changes;
        lastKey = callKey;
        if (performance.now() >= until) break;
      }
      return { deleted, lastKey: lastKey === afterKey ? null : lastKey };
    };
  },
};

function prepareTable(database: Database, table: 'CallInput' | 'IdempotentCall') {
  return {
    find: database.prepare<[number, number], KeptRow>(
      `SELECT k.callKey, c.state, c.startedAt FROM ${table} k JOIN Call c ON c.key = k.callKey
        WHERE k.callKey > ? ORDER BY k.callKey LIMIT ?`,
    ),
    remove: database.prepare(`DELETE FROM ${table} WHERE callKey = ?`),
  };
}
