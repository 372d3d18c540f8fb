import { z } from 'zod';
import type { CountOutcomesPayload } from '../../ledger-changes.ts';
import { all, first, msOf, run, statement, type Steps, timeOf } from '../statement.ts';

const hourMs = 60 * 60 * 1_000;
const keptHours = 35 * 24;

interface CallRow {
  key: number;
  state: number;
  productKey: number;
  settledAt: number | Date | null;
  ending: string | null;
}

/** Portals count one after another. */
const readProgress = statement<{ countedCall: number }>(
  'SELECT countedCall FROM OutcomeProgress WHERE key = 1',
  'SELECT countedCall FROM OutcomeProgress WHERE key = 1 FOR UPDATE',
);
const writeProgress = statement('UPDATE OutcomeProgress SET countedCall = ? WHERE key = 1');
/** The ending is read by its key, whatever the planner thinks of the size of a table. */
const columns = `c.key AS key, c.state AS state, c.productKey AS productKey, c.settledAt AS settledAt,
  (SELECT e.ending FROM CallEnding e WHERE e.callKey = c.key) AS ending`;
const findNew = statement<CallRow>(
  `SELECT ${columns} FROM Call c WHERE c.key > ? AND c.key <= ? ORDER BY c.key LIMIT ?`,
);
const findEnded = statement<CallRow>(
  `SELECT ${columns} FROM UncountedCall u CROSS JOIN Call c WHERE c.key = u.callKey AND c.state <> 0 LIMIT ?`,
  `SELECT ${columns} FROM UncountedCall u
     CROSS JOIN LATERAL (SELECT * FROM Call o WHERE o.key = u.callKey AND o.state <> 0 LIMIT 1) c LIMIT ?`,
);
const leave = statement('INSERT INTO UncountedCall (callKey) VALUES (?)');
const take = statement('DELETE FROM UncountedCall WHERE callKey = ?');
const add = statement(
  `INSERT INTO HourlyOutcome (hour, productKey, calls, failed, denied, answered, answeredMs, lastSuccessAt)
   VALUES (?, ?, ?, ?, ?, ?, ?, ?)
   ON CONFLICT (hour, productKey) DO UPDATE SET calls = HourlyOutcome.calls + excluded.calls,
     failed = HourlyOutcome.failed + excluded.failed, denied = HourlyOutcome.denied + excluded.denied,
     answered = HourlyOutcome.answered + excluded.answered, answeredMs = HourlyOutcome.answeredMs + excluded.answeredMs,
     lastSuccessAt = CASE WHEN HourlyOutcome.lastSuccessAt >= excluded.lastSuccessAt OR excluded.lastSuccessAt IS NULL
                          THEN HourlyOutcome.lastSuccessAt ELSE excluded.lastSuccessAt END`,
);
const dropOld = statement('DELETE FROM HourlyOutcome WHERE hour < ?');

/**
 * Counts how calls ended, each once: those after the last one that was counted, and those that were open then. Up to a
 * call whose predecessors are all visible.
 */
export function* countOutcomes({
  upTo,
  most,
  now,
}: CountOutcomesPayload): Steps<{ counted: number; isDone: boolean }> {
  const from = (yield* first(readProgress))?.countedCall;
  if (from === undefined) throw new Error('The progress of the outcomes is missing.');
  const ended = yield* all(findEnded, most);
  for (const { key } of ended) yield* run(take, key);
  const passed = yield* all(findNew, from, upTo, most);
  for (const { key, state } of passed) if (state === 0) yield* run(leave, key);
  const last = passed.at(-1);
  if (last) yield* run(writeProgress, last.key);
  const resolved = [...ended, ...passed.filter(({ state }) => state !== 0)];
  yield* addAll(resolved);
  if (resolved.length > 0) yield* run(dropOld, Math.floor(now / hourMs) - keptHours);
  return { counted: resolved.length, isDone: ended.length < most && passed.length < most };
}

interface Sums {
  hour: number;
  productKey: number;
  calls: number;
  failed: number;
  denied: number;
  answered: number;
  answeredMs: number;
  lastSuccessMs: number | null;
}

function* addAll(calls: CallRow[]): Steps<void> {
  const sums = new Map<string, Sums>();
  for (const call of calls) {
    const one = sumsOf(call);
    const name = `${one.hour} ${one.productKey}`;
    sums.set(name, added(sums.get(name), one));
  }
  // In one order, so that no two transactions wait for each other.
  for (const name of [...sums.keys()].toSorted()) {
    const one = sums.get(name);
    if (!one) continue;
    const { hour, productKey, lastSuccessMs, ...counts } = one;
    const { calls: count, failed, denied, answered, answeredMs } = counts;
    yield* run(add, hour, productKey, count, failed, denied, answered, answeredMs, timeOf(lastSuccessMs));
  }
}

const storedEnding = z.object({
  outcome: z.string(),
  problem: z.string().optional(),
  upstream: z.object({ status: z.number().nullable(), totalMs: z.number() }).nullable(),
});

const failures = new Set(['upstream5xx', 'timeout', 'partialStream', 'refused']);
/** Calls are refused for these, too, but the API did nothing wrong. */
const notOfApi = new Set(['client-gone', 'portal-stopped', 'upstream-busy']);

function sumsOf({ productKey, settledAt, ending }: CallRow): Sums {
  const endedMs = msOf(settledAt) ?? 0;
  const read = ending === null ? undefined : storedEnding.safeParse(JSON.parse(ending)).data;
  const { outcome = '', problem, upstream = null } = read ?? {};
  const status = upstream?.status ?? null;
  return {
    ...{ hour: Math.floor(endedMs / hourMs), productKey, calls: 1 },
    failed: Number(failures.has(outcome) && !notOfApi.has(problem ?? '')),
    denied: Number(problem === 'upstream-auth'),
    answered: Number(status !== null),
    answeredMs: status === null ? 0 : Math.round(upstream?.totalMs ?? 0),
    lastSuccessMs: outcome === 'success' ? endedMs : null,
  };
}

function added(before: Sums | undefined, one: Sums): Sums {
  if (!before) return one;
  const successes = [before.lastSuccessMs ?? [], one.lastSuccessMs ?? []].flat();
  return {
    ...one,
    calls: before.calls + one.calls,
    failed: before.failed + one.failed,
    denied: before.denied + one.denied,
    answered: before.answered + one.answered,
    answeredMs: before.answeredMs + one.answeredMs,
    lastSuccessMs: successes.length === 0 ? null : Math.max(...successes),
  };
}
