import { run, statement, type Steps, timeOf } from '../statement.ts';

const see = statement('UPDATE Session SET lastSeenAt = ? WHERE hash = ?');

/** Notes when a session was used last. */
export function* seeSession({ hash, now }: { hash: string; now: number }): Steps<undefined> {
  yield* run(see, timeOf(now), hash);
}
