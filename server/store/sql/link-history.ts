import { first, run, statement, type Steps, timeOf } from './statement.ts';

const findLast = statement<{ key: number }>('SELECT key FROM Call WHERE owner = ? ORDER BY key DESC LIMIT 1');
const insert = statement(
  'INSERT INTO GuestHistory (personKey, owner, lastCallKey, createdAt) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
);

/**
 * Lets a new person see the calls that their browser has made until now. Later ones may be of another guest who uses it.
 * The first person who signs up in a browser has its calls.
 */
export function* linkHistory(personKey: number, owner: string | null, now: number): Steps<void> {
  const last = owner === null ? undefined : yield* first(findLast, owner);
  if (last) yield* run(insert, personKey, owner, last.key, timeOf(now));
}
