import { freeInputMs, idempotencyRowMs } from '../../../../lib/ledger/earlier-call.ts';
import type { Database } from 'better-sqlite3';
import type { Job } from '../writer/message.ts';
import { prepareForget } from './ledger-changes.ts';
import type { PrunePayload } from '../../ledger.ts';

const rowsAtOnce = 500;
/** Limits the time, because an input or response can have a megabyte. */
const longestMs = 10;

interface KeptRow {
  callKey: number;
  state: number;
  charged: number;
  startedAt: number;
}

/** Deletes some of what is kept for a while only; `lastKey` is null when nothing that is due is left. */
export const prune: Job<'prune'> = {
  publishes: false,
  prepare(database) {
    const inputs = prepareTable(database, 'CallInput');
    const tables = { inputs, 'free-inputs': inputs, answers: prepareTable(database, 'IdempotentCall') };
    const progress = prepareProgress(database);
    return ({ what, nowMs, inputsBeforeMs, afterKey }) => {
      const { find, forget } = tables[what];
      const onlyFree = what === 'free-inputs';
      const begin = onlyFree ? Math.max(afterKey, progress.read()) : afterKey;
      const before = beforeMs(what, nowMs, inputsBeforeMs);
      const until = performance.now() + longestMs;
      let [deleted, lastKey, isDone] = [0, begin, false];
      for (const { callKey, state, charged, startedAt } of find.all(begin, rowsAtOnce)) {
        // Later keys started later, except calls from the future of a clock that was set back.
        isDone = startedAt >= before && startedAt <= nowMs;
        if (isDone) break;
        const isDue = startedAt < before && state !== 0 && !(onlyFree && charged > 0);
        if (isDue && forget(callKey)) deleted += 1;
        lastKey = callKey;
        if (performance.now() >= until) break;
      }
      if (onlyFree && lastKey > begin) progress.write(lastKey);
      return { deleted, lastKey: isDone || lastKey === begin ? null : lastKey };
    };
  },
};

function beforeMs(what: PrunePayload['what'], nowMs: number, inputsBeforeMs: number): number {
  if (what === 'answers') return nowMs - idempotencyRowMs + 1;
  return what === 'inputs' ? inputsBeforeMs : Math.max(inputsBeforeMs, nowMs - freeInputMs);
}

function prepareTable(database: Database, table: 'CallInput' | 'IdempotentCall') {
  return {
    find: database.prepare<[number, number], KeptRow>(
      `SELECT k.callKey, c.state, c.charged, c.startedAt FROM ${table} k JOIN Call c ON c.key = k.callKey
        WHERE k.callKey > ? ORDER BY k.callKey LIMIT ?`,
    ),
    forget: prepareForget(database, table),
  };
}

/** Inputs of paid calls stay for many days. The progress is stored, so that they are not scanned every hour. */
function prepareProgress(database: Database) {
  const find = database.prepare<[], number>('SELECT freeInputsPruned FROM LedgerProgress').pluck();
  const update = database.prepare('UPDATE LedgerProgress SET freeInputsPruned = ?');
  return { read: () => find.get() ?? 0, write: (callKey: number) => update.run(callKey) };
}
