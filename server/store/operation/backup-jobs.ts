import type { JsonObject } from '../../../lib/json/json.ts';
import { job } from '../sql/job.ts';
import { first, run, statement, type Steps, timeOf } from '../sql/statement.ts';

const findRunning = statement<{ name: string }>(
  'SELECT name FROM Backup WHERE endedAt IS NULL AND movedAt > ? ORDER BY key DESC LIMIT 1',
);
const insert = statement<{ key: number }>(
  'INSERT INTO Backup (name, machine, startedAt, movedAt) VALUES (?, ?, ?, ?) RETURNING key',
);
const dropOld = statement('DELETE FROM Backup WHERE key <= ?');

const mostKept = 50;

type Begun = { key: number } | { running: string };

/** Begins a backup, unless one is being made. */
export const beginBackup = job({
  name: 'begin-backup',
  publishes: false,
  locks: 'catalogue',
  *steps({
    name,
    machine,
    now,
    silentAfterMs,
  }: {
    name: string;
    machine: string;
    now: number;
    silentAfterMs: number;
  }): Steps<Begun> {
    const running = yield* first(findRunning, timeOf(now - silentAfterMs));
    if (running) return { running: running.name };
    const added = yield* first(insert, name, machine, timeOf(now), timeOf(now));
    if (!added) throw new Error(`The backup ${name} was not written.`);
    yield* run(dropOld, added.key - mostKept);
    return { key: added.key };
  },
  audit: ({ name, machine }, result) => ('running' in result ? null : { target: name, after: { machine } }),
});

const move = statement('UPDATE Backup SET movedAt = ?, bytes = ?, endedAt = ?, problem = ? WHERE key = ?');

/** Says how far it is, or how it ended. */
export const moveBackup = job({
  name: 'move-backup',
  publishes: false,
  *steps({
    key,
    bytes,
    isEnded,
    problem,
    now,
  }: {
    key: number;
    bytes: number;
    isEnded: boolean;
    problem: string | null;
    now: number;
  }): Steps<undefined> {
    yield* run(move, timeOf(now), bytes, isEnded ? timeOf(now) : null, problem, key);
  },
  audit: false,
});

/** That somebody asked to go back to a backup, in the data that is about to be replaced. */
export const askRestoration = job({
  name: 'ask-restoration',
  publishes: false,
  *steps({ id }: { id: string; name: string }): Steps<{ id: string }> {
    return { id };
  },
  audit: ({ name }) => ({ target: name }),
});

const endAll = statement('UPDATE Backup SET endedAt = ? WHERE endedAt IS NULL');

/** What became of it, in the data that is in place now, which may know its own backup as one that is being made. */
export const noteRestoration = job({
  name: 'note-restoration',
  publishes: false,
  *steps({
    now,
  }: {
    name: string;
    aside: string | null;
    problem: string | null;
    now: number;
  }): Steps<undefined> {
    yield* run(endAll, timeOf(now));
  },
  audit: ({ name, aside, problem }): { target: string; after: JsonObject } => ({
    target: name,
    after: { aside, problem },
  }),
});
