import type { Author } from '../author.ts';
import { job } from '../sql/job.ts';
import { all, first, run, statement, type Steps, timeOf } from '../sql/statement.ts';

const countOthers = statement<{ others: number }>(
  'SELECT count(*) AS others FROM UpstreamCredential WHERE rank = 0 AND name <> ?',
);
const forgetEarlier = statement('DELETE FROM UpstreamCredential WHERE name = ? AND rank = 1');
const replaceCurrent = statement(
  'UPDATE UpstreamCredential SET rank = 1, until = ? WHERE name = ? AND rank = 0',
);
const insert = statement(
  'INSERT INTO UpstreamCredential (name, rank, value, setAt, setByKind, setById) VALUES (?, 0, ?, ?, ?, ?)',
);

interface NewCredential {
  name: string;
  /** Encrypted. */
  value: string;
  now: number;
  /** Until when the one that it replaces can be brought back. */
  until: number;
  /** No more are stored. */
  most: number;
}

/** Stores a credential. The one that it replaces can be brought back for a while. */
export const setCredential = job({
  name: 'set-credential',
  publishes: 'credentials',
  *steps(
    { name, value, now, until, most }: NewCredential,
    author: Author,
  ): Steps<{
    outcome: 'set' | 'replaced' | 'too-many';
  }> {
    const { others } = (yield* first(countOthers, name)) ?? { others: 0 };
    if (others >= most) return { outcome: 'too-many' };
    yield* run(forgetEarlier, name);
    const replaced = yield* run(replaceCurrent, timeOf(until), name);
    yield* run(insert, name, value, timeOf(now), author.kind, author.id);
    return { outcome: replaced > 0 ? 'replaced' : 'set' };
  },
  audit: ({ name, until }, { outcome }) => {
    if (outcome === 'too-many') return null;
    const earlier = outcome === 'replaced' ? new Date(until).toISOString() : null;
    return {
      target: name,
      before: { isSet: outcome === 'replaced' },
      after: { isSet: true, earlierUntil: earlier },
    };
  },
});

const findEarlier = statement<{ key: number }>(
  'SELECT key FROM UpstreamCredential WHERE name = ? AND rank = 1 AND until > ?',
);
const findCurrent = statement<{ key: number }>(
  'SELECT key FROM UpstreamCredential WHERE name = ? AND rank = 0',
);
/** No two rows of a name have the same rank at any moment. */
const setRank = statement('UPDATE UpstreamCredential SET rank = ?, until = ? WHERE key = ?');
const aside = 2;

/** Uses the replaced credential again. The two change places, so that this can be undone, too. */
export const restoreCredential = job({
  name: 'restore-credential',
  publishes: 'credentials',
  *steps({ name, now, until }: { name: string; now: number; until: number }): Steps<{ restored: boolean }> {
    const earlier = yield* first(findEarlier, name, timeOf(now));
    if (!earlier) return { restored: false };
    const current = yield* first(findCurrent, name);
    if (current) yield* run(setRank, aside, null, current.key);
    yield* run(setRank, 0, null, earlier.key);
    if (current) yield* run(setRank, 1, timeOf(until), current.key);
    return { restored: true };
  },
  audit: ({ name, until }, { restored }) =>
    restored ? { target: name, after: { earlierUntil: new Date(until).toISOString() } } : null,
});

const remove = statement('DELETE FROM UpstreamCredential WHERE name = ?');
const countOnline = statement<{ online: number }>(
  `SELECT count(*) AS online FROM ProductCredential c JOIN Product p ON p.key = c.productKey
    WHERE c.name = ? AND p.status = 1`,
);

/** Deletes a credential, and the one that it has replaced. */
export const revokeCredential = job({
  name: 'revoke-credential',
  publishes: 'credentials',
  *steps({ name }: { name: string }): Steps<{
    revoked: boolean;
    /** Products that are online and need it. */
    online: number;
  }> {
    const revoked = (yield* run(remove, name)) > 0;
    const { online } = (yield* first(countOnline, name)) ?? { online: 0 };
    return { revoked, online };
  },
  audit: ({ name }, { revoked, online }) =>
    revoked ? { target: name, before: { isSet: true }, after: { isSet: false, online } } : null,
});

/** That somebody has called an API with it. */
export const noteCredentialTest = job({
  name: 'test-credential',
  publishes: false,
  *steps(_: {
    name: string;
    /** Whether a value was tried that is not stored. */
    isTried: boolean;
    outcome: string;
    product: string | null;
    status: number | null;
  }): Steps<Record<string, never>> {
    return {};
  },
  audit: ({ name, ...test }) => ({ target: name, after: test }),
});

const findOver = statement<{ name: string }>(
  'SELECT name FROM UpstreamCredential WHERE rank = 1 AND until <= ? ORDER BY name',
);
const forgetOver = statement('DELETE FROM UpstreamCredential WHERE rank = 1 AND until <= ?');

/** Deletes replaced credentials whose time is over. */
export const dropEarlierCredentials = job({
  name: 'drop-earlier-credentials',
  // Calls use none of them.
  publishes: false,
  locks: 'credentials',
  *steps({ now }: { now: number }): Steps<{ names: string[] }> {
    const over = yield* all(findOver, timeOf(now));
    if (over.length > 0) yield* run(forgetOver, timeOf(now));
    return { names: over.map(({ name }) => name) };
  },
  audit: (_, { names }) => (names.length === 0 ? null : { target: null, after: { names } }),
});
