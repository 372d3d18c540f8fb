import type { Author } from '../author.ts';
import { job } from '../sql/job.ts';
import { first, run, statement, type Steps, timeOf } from '../sql/statement.ts';

/** Of a product. Each is some hundred kilobytes long at most. */
const mostKept = 50;

const findProduct = statement<{ key: number }>('SELECT key FROM Product WHERE slug = ?');
const last = statement<{ number: number }>(
  'SELECT coalesce(max(number), 0) AS number FROM DraftBacktest WHERE productKey = ?',
);
const insert = statement<{ key: number }>(
  `INSERT INTO DraftBacktest (productKey, number, state, days, authorKind, authorId, createdAt, movedAt, drafts)
   VALUES (?, ?, 'waiting', ?, ?, ?, ?, ?, ?) RETURNING key`,
);
const dropOld = statement('DELETE FROM DraftBacktest WHERE productKey = ? AND number <= ?');

interface BacktestToBegin {
  slug: string;
  days: number | null;
  /** JSON. */
  drafts: string;
  /** Their numbers, for the audit log. */
  numbers: number[];
  now: number;
}

/** Begins a backtest, whose answer comes later. */
export const beginBacktest = job({
  name: 'begin-backtest',
  publishes: false,
  locks: 'catalogue',
  *steps(
    { slug, days, drafts, now }: BacktestToBegin,
    author: Author,
  ): Steps<{ key: number; productKey: number; number: number; drafts: string } | null> {
    const product = yield* first(findProduct, slug);
    if (!product) return null;
    const number = Number((yield* first(last, product.key))?.number ?? 0) + 1;
    const values = [days, author.kind, author.id, timeOf(now), timeOf(now), drafts];
    const added = yield* first(insert, product.key, number, ...values);
    if (!added) throw new Error(`The backtest ${number} of ${slug} was not written.`);
    yield* run(dropOld, product.key, number - mostKept);
    return { key: added.key, productKey: product.key, number, drafts };
  },
  audit: ({ slug, days, numbers }, result) =>
    result && { target: slug, after: { backtest: result.number, drafts: numbers, days } },
});

const move = statement<{ stopAsked: number }>(
  `UPDATE DraftBacktest SET state = ?, done = ?, total = ?, problem = ?, movedAt = ?, endedAt = ?, answer = ?
    WHERE key = ? AND endedAt IS NULL RETURNING stopAsked`,
);

export type BacktestState = 'waiting' | 'running' | 'done' | 'stopped' | 'failed';

interface BacktestMove {
  key: number;
  state: BacktestState;
  done: number;
  total: number;
  problem: string | null;
  /** JSON. */
  answer: string | null;
  isEnded: boolean;
  now: number;
}

/** Says how far it is, or how it ended. Returns whether somebody wants it to stop, as when it is gone. */
export const moveBacktest = job({
  name: 'move-backtest',
  publishes: false,
  *steps(given: BacktestMove): Steps<{ isToStop: boolean }> {
    const { key, state, done, total, problem, answer, isEnded, now } = given;
    const times = [timeOf(now), isEnded ? timeOf(now) : null];
    const moved = yield* first(move, state, done, total, problem, ...times, answer, key);
    return { isToStop: moved?.stopAsked !== 0 };
  },
  audit: false,
});

const askStop = statement(
  `UPDATE DraftBacktest SET stopAsked = 1 WHERE endedAt IS NULL AND number = ?
      AND productKey = (SELECT key FROM Product WHERE slug = ?)`,
);

/** Asks the portal that reckons it to stop. */
export const stopBacktest = job({
  name: 'stop-backtest',
  publishes: false,
  *steps({ slug, number }: { slug: string; number: number }): Steps<{ asked: boolean }> {
    return { asked: (yield* run(askStop, number, slug)) > 0 };
  },
  audit: ({ slug, number }, { asked }) => (asked ? { target: slug, before: { backtest: number } } : null),
});
