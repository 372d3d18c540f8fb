import SqliteDatabase, { type Database } from 'better-sqlite3';
import { type Move, moveSentence } from '../../move/move-state.ts';
import type { WriterErrorCode, Verb } from '../../writer.ts';
import type { Job } from '../writer/message.ts';

/** The only verbs while the data is being moved: open calls are resolved, and no others are opened. */
const whileMoved: ReadonlySet<string> = new Set<Verb>(['move', 'recover', 'settle']);

/** Why a verb is refused because of a move; undefined if it is not. */
export function refusalOf(move: Move, verb: string): { code: WriterErrorCode; message: string } | undefined {
  if (whileMoved.has(verb)) return undefined;
  return { code: move.isComplete ? 'moved' : 'moving', message: moveSentence(move) };
}

/** Reads the move of a database; null if it is not being moved. */
export function prepareReadMove(database: Database): () => Move | null {
  const find = database.prepare<[], { id: string; target: string; isComplete: 0 | 1 }>(
    'SELECT id, target, finishedAt IS NOT NULL AS isComplete FROM Move',
  );
  return () => {
    const row = find.get();
    return row ? { ...row, isComplete: row.isComplete === 1 } : null;
  };
}

/** Begins, completes or cancels the move of the data to another database. */
export const move: Job<'move'> = {
  publishes: false,
  prepare(database) {
    const read = prepareReadMove(database);
    const begin = database.prepare(
      'INSERT INTO Move (key, id, target, startedAt) VALUES (1, ?, ?, ?) ON CONFLICT DO NOTHING',
    );
    const finish = database.prepare('UPDATE Move SET finishedAt = ? WHERE id = ? AND finishedAt IS NULL');
    const cancel = database.prepare('DELETE FROM Move WHERE finishedAt IS NULL');
    return (step) => {
      if (step.step === 'begin') begin.run(step.id, step.target, step.now);
      else if (step.step === 'finish') finish.run(step.now, step.id);
      else cancel.run();
      return read();
    };
  },
};

/** The move of a database; null if it is not being moved. */
export function readMove(databaseFile: string): Move | null {
  const database = new SqliteDatabase(databaseFile, { timeout: 10_000, fileMustExist: true });
  try {
    // A database of an older version has no table for it.
    const isKnown = database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'Move'").get() !== undefined;
    return isKnown ? prepareReadMove(database)() : null;
  } finally {
    database.close();
  }
}
