import type { CrashEngine } from './crash-engine.ts';
import type { KillMoment } from './kill-moment.ts';
import type { Violation } from './violations.ts';

export interface CrashReport {
  engine: CrashEngine['name'];
  seed: number;
  moments: KillMoment[];
  /** Of which clients were told the end. */
  calls: number;
  acknowledged: number;
  unknown: number;
  /** Calls that reached the upstream. */
  dials: number;
  replays: number;
  readySeconds: number[];
  /** What people were told that they have done. */
  people: Record<string, number>;
  violations: Violation[];
}

const shownViolations = 20;

export function crashReportText(report: CrashReport): string {
  const { engine, seed, moments, calls, acknowledged, unknown, dials, replays, people, violations } = report;
  const number = (value: number) => value.toLocaleString('en');
  const lines = [
    `${engine}, seed ${seed}: ${moments.length} kills (${momentsText(moments)})`,
    `  ${number(calls)} calls: ${number(acknowledged)} acknowledged, ${number(unknown)} unknown; ${number(dials)} dialled; ${number(replays)} repeated`,
    `  people: ${Object.entries(people)
      .map(([what, count]) => `${what} ${number(count)}`)
      .join(', ')}`,
    `  ${readyText(report)}`,
    violations.length === 0 ? '  no violations' : `  ${number(violations.length)} VIOLATIONS`,
    ...violations
      .slice(0, shownViolations)
      .map(({ kind, call, detail }) => `    ${kind}: ${call}: ${detail}`),
  ];
  if (violations.length > shownViolations)
    lines.push(`    and ${number(violations.length - shownViolations)} more: ${kindsText(violations)}`);
  return lines.join('\n');
}

function momentsText(moments: KillMoment[]): string {
  const words = { start: 'while starting', time: 'after a time', dial: 'at a dial', answer: 'at an answer' };
  return Object.entries(words)
    .map(([at, text]) => `${moments.filter((moment) => moment.at === at).length} ${text}`)
    .join(', ');
}

function readyText({ readySeconds }: CrashReport): string {
  const sorted = [...readySeconds].sort((one, other) => one - other);
  const middle = sorted[sorted.length >> 1] ?? 0;
  const worst = sorted.at(-1) ?? 0;
  return `ready after ${middle.toFixed(2)} s (median), ${worst.toFixed(2)} s (worst)`;
}

function kindsText(violations: CrashReport['violations']): string {
  const counts = new Map<string, number>();
  for (const { kind } of violations) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].map(([kind, count]) => `${kind} ${count}`).join(', ');
}
