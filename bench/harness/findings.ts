import { cpus, totalmem } from 'node:os';

/** A row of the table that a benchmark prints. */
export interface Finding {
  what: string;
  measured: string;
  target: string;
  /** Whether the target is met; null for figures without a target. */
  isMet: boolean | null;
}

/** `--trial` makes a part as short as possible, to see that it runs. Its figures mean nothing. */
export const isTrial = process.argv.includes('--trial');

/** A number of rounds, seconds or rows, or what is left of it in a trial. */
export function usual(count: number, inTrial = 1): number {
  return isTrial ? Math.min(count, inTrial) : count;
}

/** Measures each subject once a round. Each comes first equally often, so that a slow minute affects all. */
export async function inTurns<Name extends string, Value>(
  what: string,
  names: readonly Name[],
  rounds: number,
  measure: (name: Name) => Promise<Value>,
): Promise<(name: Name) => Value[]> {
  const taken = new Map<Name, Value[]>();
  const of = (name: Name) => taken.get(name) ?? [];
  for (let round = 1; round <= usual(rounds); round += 1) {
    console.log(`${what}, round ${round} of ${usual(rounds)}`);
    const turns = round % 2 === 1 ? names : names.toReversed();
    for (const name of turns) taken.set(name, [...of(name), await measure(name)]);
  }
  return of;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

type Bound = { least: number } | { most: number } | 'none';

export const perSecond = (value: number) => `${Math.round(value)}/s`;
export const microseconds = (value: number) => `${Math.round(value)} µs`;
export const milliseconds = (value: number) => `${value.toFixed(2)} ms`;
export const seconds = (value: number) => `${value.toFixed(2)} s`;

/**
 * Two subjects by the median of the ratios of their rounds. How far the middle half of the rounds spreads says what a
 * difference means.
 */
export function compare(
  what: string,
  subject: readonly number[],
  other: readonly number[],
  bound: Bound,
  show = perSecond,
  more = '',
): Finding {
  const ratios = subject.map((value, round) => value / (other[round] ?? Number.NaN));
  const [low, high] = [0.25, 0.75].map((share) => quantile(ratios, share).toFixed(2));
  const spread = ratios.length > 1 ? `, half of the rounds ${low} to ${high}` : '';
  const detail = `${show(median(subject))} against ${show(median(other))}${spread}${more}`;
  return ratio(what, median(ratios), bound, detail);
}

export function ratio(what: string, value: number, bound: Bound, detail: string): Finding {
  const measured = `${value.toFixed(2)}× (${detail})`;
  if (bound === 'none') return figure(what, measured);
  if ('least' in bound) return { what, measured, target: `≥ ${bound.least}×`, isMet: value >= bound.least };
  return { what, measured, target: `≤ ${bound.most}×`, isMet: value <= bound.most };
}

/** A time with a maximum. */
export function within(what: string, ms: number, most: number, more = ''): Finding {
  return { what, measured: `${milliseconds(ms)}${more}`, target: `≤ ${most} ms`, isMet: ms <= most };
}

/** A figure without a target. */
export function figure(what: string, measured: string): Finding {
  return { what, measured, target: 'none', isMet: null };
}

export function findingsTable(findings: Finding[]): string {
  const mark = { true: 'yes', false: '**no**', null: '' };
  const rows = findings.map(
    ({ what, measured, target, isMet }) => `| ${what} | ${measured} | ${target} | ${mark[`${isMet}`]} |`,
  );
  return ['| figure | measured | target | met |', '|---|---|---|---|', ...rows].join('\n');
}

/** The machine of the measurement. Apart from ratios, figures do not apply to others. */
export function machine(): string {
  const [cpu] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} × ${cpu?.model.trim()}, ${memory} GiB, Node ${process.versions.node}, load generator on the same machine.`;
}
