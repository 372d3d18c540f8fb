import { run, statement, type Steps } from '../statement.ts';

const remove = statement('DELETE FROM Session WHERE hash = ?');

/** Ends a session. One that is over already is as it should be. */
export function* closeSession({ hash }: { hash: string }): Steps<undefined> {
  yield* run(remove, hash);
}
