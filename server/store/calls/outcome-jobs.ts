import { job } from '../sql/job.ts';
import type { CountOutcomesPayload } from '../ledger.ts';
import { all, first, msOf, run, statement, type Steps, timeOf } from '../sql/statement.ts';
import { addToSums, answerStepOf, dropOldSums, type EndedCalls, reasonOf } from './usage-sums.ts';

const hourMs = 60 * 60 * 1_000;
const keptHours = 35 * 24;

/** How calls of one hour and product ended; or the open ones of a product. */
interface Sums extends EndedCalls {
  isOpen: 0 | 1 | boolean;
  denied: number;
  answered: number;
  answeredMs: number;
  lastSuccessAt: number | Date | null;
  lastDeniedAt: number | Date | null;
  lastRefusedAt: number | Date | null;
  lastKey: number;
  /** Those that are listed, with commas between. */
  keys: string | null;
}

/** Portals count one after another. */
const readProgress = statement<{ countedCall: number }>(
  'SELECT countedCall FROM OutcomeProgress WHERE key = 1',
  'SELECT countedCall FROM OutcomeProgress WHERE key = 1 FOR UPDATE',
);
const writeProgress = statement('UPDATE OutcomeProgress SET countedCall = ? WHERE key = 1');
/** The ending is read by its key, whatever the planner thinks of the size of a table. */
const columns = `c.key AS key, c.state AS state, c.productKey AS productKey, c.settledAt AS settledAt,
  c.charged AS charged,
  (SELECT e.ending FROM CallEnding e WHERE e.callKey = c.key) AS ending`;
/** Calls are refused for these, too, but the API did nothing wrong. */
const notOfApi = `('client-gone', 'portal-stopped', 'upstream-busy')`;
const failures = `('upstream5xx', 'timeout', 'partialStream', 'refused')`;
const isFailure = `coalesce(outcome IN ${failures} AND coalesce(problem, '') NOT IN ${notOfApi}, false)`;

/** Added up by the database, because each call would take as long here as a part of the call itself. */
const sumsOf = (parts: { hour: string; fields: string; keys: string }, calls: string) =>
  `SELECT state = 0 AS isOpen, ${parts.hour} AS hour, productKey, count(*) AS calls, max(key) AS lastKey, ${parts.keys} AS keys,
          count(*) FILTER (WHERE ${isFailure}) AS failed, sum(charged) AS credits,
          ${reasonOf(isFailure)} AS reason, ${answerStepOf} AS answerStep,
          count(*) FILTER (WHERE problem = 'upstream-auth') AS denied, count(status) AS answered,
          coalesce(sum(totalMs) FILTER (WHERE status IS NOT NULL), 0) AS answeredMs,
          max(settledAt) FILTER (WHERE outcome = 'success') AS lastSuccessAt,
          max(settledAt) FILTER (WHERE problem = 'upstream-auth') AS lastDeniedAt,
          max(settledAt) FILTER (WHERE problem = 'upstream-auth' AND status IS NOT NULL) AS lastRefusedAt
     FROM (SELECT key, state, productKey, settledAt, charged, ${parts.fields} FROM (${calls}) calls) o
    GROUP BY state = 0, ${parts.hour}, productKey, reason, answerStep`;
const sqliteParts = {
  hour: `coalesce(settledAt, 0) / ${hourMs}`,
  fields: `ending ->> '$.outcome' AS outcome, ending ->> '$.problem' AS problem, ending ->> '$.upstream.status' AS status,
    round(ending ->> '$.upstream.totalMs') AS totalMs`,
};
/** It reads no escaped character that it could not store. What is counted has none. */
const readable = String.raw`replace(replace(ending, '\\', ''), '\u', '')::jsonb`;
const postgresParts = {
  hour: `coalesce(floor(extract(epoch FROM settledAt) * 1000 / ${hourMs}), 0)::integer`,
  fields: `ending ->> 'outcome' AS outcome, ending ->> 'problem' AS problem, ending #>> '{upstream,status}' AS status,
    round((ending #>> '{upstream,totalMs}')::numeric) AS totalMs`,
};
const findNew = statement<Sums>(
  sumsOf(
    { ...sqliteParts, keys: 'group_concat(key) FILTER (WHERE state = 0)' },
    `SELECT ${columns} FROM Call c WHERE c.key > ? AND c.key <= ? ORDER BY c.key LIMIT ?`,
  ),
  sumsOf(
    { ...postgresParts, keys: `string_agg(key::text, ',') FILTER (WHERE state = 0)` },
    `SELECT key, state, productKey, settledAt, charged, ${readable} AS ending
       FROM (SELECT ${columns} FROM Call c WHERE c.key > ? AND c.key <= ? ORDER BY c.key LIMIT ?) n OFFSET 0`,
  ),
);
const findEnded = statement<Sums>(
  sumsOf(
    { ...sqliteParts, keys: 'group_concat(key)' },
    `SELECT ${columns} FROM UncountedCall u CROSS JOIN Call c WHERE c.key = u.callKey AND c.state <> 0 LIMIT ?`,
  ),
  sumsOf(
    { ...postgresParts, keys: `string_agg(key::text, ',')` },
    `SELECT key, state, productKey, settledAt, charged, ${readable} AS ending
       FROM (SELECT ${columns} FROM UncountedCall u
              CROSS JOIN LATERAL (SELECT * FROM Call o WHERE o.key = u.callKey AND o.state <> 0 LIMIT 1) c LIMIT ?) n OFFSET 0`,
  ),
);
const leave = statement('INSERT INTO UncountedCall (callKey) VALUES (?)');
const take = statement('DELETE FROM UncountedCall WHERE callKey = ?');
const laterOf = (time: string) =>
  `${time} = CASE WHEN HourlyOutcome.${time} >= excluded.${time} OR excluded.${time} IS NULL
     THEN HourlyOutcome.${time} ELSE excluded.${time} END`;
const add = statement(
  `INSERT INTO HourlyOutcome (hour, productKey, calls, failed, denied, answered, answeredMs, lastSuccessAt,
     lastDeniedAt, lastRefusedAt)
   VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
   ON CONFLICT (hour, productKey) DO UPDATE SET calls = HourlyOutcome.calls + excluded.calls,
     failed = HourlyOutcome.failed + excluded.failed, denied = HourlyOutcome.denied + excluded.denied,
     answered = HourlyOutcome.answered + excluded.answered, answeredMs = HourlyOutcome.answeredMs + excluded.answeredMs,
     ${['lastSuccessAt', 'lastDeniedAt', 'lastRefusedAt'].map(laterOf).join(', ')}`,
);
const dropOld = statement('DELETE FROM HourlyOutcome WHERE hour < ?');

/**
 * Counts how calls ended, each once: those after the last one that was counted, and those that were open then. Up to a
 * call whose predecessors are all visible.
 */
export const countOutcomes = job({
  name: 'count-outcomes',
  publishes: false,
  *steps({ upTo, most, now }: CountOutcomesPayload): Steps<{ counted: number; isDone: boolean }> {
    const from = (yield* first(readProgress))?.countedCall;
    if (from === undefined) throw new Error('The progress of the outcomes is missing.');
    const ended = yield* all(findEnded, most);
    const endedKeys = ended.flatMap(keysOf);
    for (const key of endedKeys) yield* run(take, key);
    const passed = yield* all(findNew, from, upTo, most);
    const open = passed.flatMap(keysOf);
    for (const key of open) yield* run(leave, key);
    const last = Math.max(from, ...passed.map(({ lastKey }) => lastKey));
    if (last > from) yield* run(writeProgress, last);
    const resolved = [...ended, ...passed.filter(({ isOpen }) => !isOpen)];
    yield* addToSums(resolved, { from, upTo: last, open, ended: endedKeys });
    for (const { hour, productKey, calls, failed, denied, answered, answeredMs, ...latest } of resolved) {
      const { lastSuccessAt, lastDeniedAt, lastRefusedAt } = latest;
      const times = [lastSuccessAt, lastDeniedAt, lastRefusedAt].map((at) => timeOf(msOf(at)));
      yield* run(add, hour, productKey, calls, failed, denied, answered, answeredMs, ...times);
    }
    if (resolved.length > 0) {
      yield* run(dropOld, Math.floor(now / hourMs) - keptHours);
      yield* dropOldSums(now);
    }
    return { counted: callsOf(resolved), isDone: callsOf(ended) < most && callsOf(passed) < most };
  },
  audit: false,
});

function keysOf({ keys }: Sums): number[] {
  return keys === null ? [] : keys.split(',').map(Number);
}

function callsOf(sums: Sums[]): number {
  return sums.reduce((count, { calls }) => count + calls, 0);
}
