import { answerSteps } from '../../../lib/operator/answer-times.ts';
import { run, statement, type Steps, timeOf } from '../sql/statement.ts';

// The sums behind the charts and rankings of the console, which the job that counts outcomes adds to.

export const spans = { hour: 0, day: 1, month: 2 } as const;
export const sumKinds = { portal: 0, product: 1, purse: 2, failure: 3, answer: 4 } as const;

const hourMs = 60 * 60_000;
const dayHours = 24;
/** Two periods of a month, and a week for the calls that end late. */
const keptDays = 70;
/** Of the portal alone: a year, and the month in which the year before begins. */
const keptHourDays = 800;

/** Ended calls of one hour and product, which failed for one reason or were answered within one step. */
export interface EndedCalls {
  hour: number;
  productKey: number;
  calls: number;
  failed: number;
  credits: number | bigint;
  /** Empty if they did not fail. */
  reason: string;
  /** Of `answerSteps`; -1 without an answer. */
  answerStep: number;
}

/** Why a call failed, of the fields of its ending. `failed`: whether it did. */
export const reasonOf = (failed: string) =>
  `CASE WHEN NOT (${failed}) THEN '' WHEN problem = 'upstream-auth' THEN 'credential'
        WHEN outcome = 'timeout' THEN 'timeout' WHEN outcome = 'partialStream' THEN 'stream'
        WHEN outcome = 'upstream5xx' THEN coalesce(CAST(status AS TEXT), 'refused')
        ELSE coalesce(problem, 'refused') END`;

export const answerStepOf = `CASE WHEN status IS NULL OR totalMs IS NULL THEN -1
  ${answerSteps.map((ms, step) => `WHEN totalMs <= ${ms} THEN ${step}`).join(' ')} ELSE ${answerSteps.length} END`;

const onConflict = `ON CONFLICT (span, kind, since, subject, reason) DO UPDATE SET
  calls = UsageSum.calls + excluded.calls, failed = UsageSum.failed + excluded.failed,
  credits = UsageSum.credits + excluded.credits`;
const add = statement(
  `INSERT INTO UsageSum (span, kind, since, subject, reason, calls, failed, credits) VALUES (?, ?, ?, ?, ?, ?, ?, ?) ${onConflict}`,
);
/** Of the purses in one statement: most calls are of different ones. Keys are listed with commas between. */
const purseSums = (calls: string) => `
  INSERT INTO UsageSum (span, kind, since, subject, reason, calls, failed, credits)
  SELECT s.span, ${sumKinds.purse}, s.since, c.purseKey, '', count(*), 0, sum(c.charged)
    FROM (SELECT ${spans.day} AS span, CAST(? AS INTEGER) AS since
          UNION ALL SELECT ${spans.month}, CAST(? AS INTEGER)) s
   CROSS JOIN Call c WHERE ${calls} AND c.state <> 0 AND c.settledAt >= ? AND c.settledAt < ?
   GROUP BY s.span, s.since, c.purseKey ${onConflict}`;
const passed = 'c.key > ? AND c.key <= ?';
const addPassed = statement(
  purseSums(`${passed} AND c.key NOT IN (SELECT value FROM json_each('[' || ? || ']'))`),
  purseSums(`${passed} AND c.key <> ALL (string_to_array(?, ',')::bigint[])`),
);
const addEnded = statement(
  purseSums(`c.key IN (SELECT value FROM json_each('[' || ? || ']'))`),
  purseSums(`c.key = ANY (string_to_array(?, ',')::bigint[])`),
);
const dropOld = statement('DELETE FROM UsageSum WHERE span = ? AND kind = ? AND since < ?');

/** Which calls were counted: those between two keys but the open ones, and those that were open before. */
export interface CountedCalls {
  from: number;
  upTo: number;
  open: number[];
  ended: number[];
}

/** Adds calls to the sums. */
export function* addToSums(groups: EndedCalls[], counted: CountedCalls): Steps<void> {
  for (const [name, { calls, failed, credits }] of sumsOf(groups)) {
    const [span = 0, kind = 0, since = 0, subject = 0, reason = ''] = name.split(' ');
    yield* run(add, ...[span, kind, since, subject].map(Number), reason, calls, failed, credits);
  }
  const days = new Set(groups.map(({ hour }) => startOf(spans.day, hour)));
  const { from, upTo, open, ended } = counted;
  for (const day of days) {
    const begins = [day, startOf(spans.month, day)];
    const between = [timeOf(day * hourMs), timeOf((day + dayHours) * hourMs)];
    if (upTo > from) yield* run(addPassed, ...begins, from, upTo, open.join(), ...between);
    if (ended.length > 0) yield* run(addEnded, ...begins, ended.join(), ...between);
  }
}

/** Charts of hours are those of the portal; days are of two months, and months stay. */
export function* dropOldSums(nowMs: number): Steps<void> {
  const hour = Math.floor(nowMs / hourMs);
  for (const kind of Object.values(sumKinds))
    yield* run(dropOld, spans.day, kind, hour - keptDays * dayHours);
  for (const kind of [sumKinds.portal, sumKinds.answer])
    yield* run(dropOld, spans.hour, kind, hour - keptHourDays * dayHours);
}

/** When the span of an hour begins, in hours since 1970. */
export function startOf(span: number, hour: number): number {
  if (span === spans.hour) return hour;
  if (span === spans.day) return hour - (hour % dayHours);
  const date = new Date(hour * hourMs);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth()) / hourMs;
}

type Sum = Pick<EndedCalls, 'calls' | 'failed'> & { credits: number };

/** By span, kind, begin, subject and reason, with spaces between. */
function sumsOf(groups: EndedCalls[]): Map<string, Sum> {
  const sums = new Map<string, Sum>();
  const addTo = (name: string, { calls, failed, credits }: EndedCalls) => {
    const sum = sums.get(name) ?? { calls: 0, failed: 0, credits: 0 };
    sums.set(name, {
      calls: sum.calls + calls,
      failed: sum.failed + failed,
      credits: sum.credits + Number(credits),
    });
  };
  for (const group of groups) {
    const { hour, productKey, reason, answerStep } = group;
    for (const span of [spans.hour, spans.month]) {
      const since = startOf(span, hour);
      addTo(`${span} ${sumKinds.portal} ${since} 0 `, group);
      if (answerStep >= 0) addTo(`${span} ${sumKinds.answer} ${since} ${answerStep} `, group);
    }
    for (const span of [spans.day, spans.month]) {
      const since = startOf(span, hour);
      addTo(`${span} ${sumKinds.product} ${since} ${productKey} `, group);
      if (reason !== '') addTo(`${span} ${sumKinds.failure} ${since} ${productKey} ${reason}`, group);
    }
  }
  return sums;
}
