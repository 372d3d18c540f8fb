import type { Violation } from '../crash/violations.ts';
import type { ChaosKind } from './chaos-event.ts';
import type { Repeats } from './patient-caller.ts';

export interface ChaosReport {
  seed: number;
  seconds: number;
  /** How often each was done, and how often it could not be: no portal was free. */
  events: Record<ChaosKind, number>;
  /** Of which clients were told the end. */
  calls: number;
  acknowledged: number;
  unknown: number;
  dials: number;
  replays: number;
  repeats: Repeats;
  violations: Violation[];
}

const shownViolations = 20;

export function chaosReportText(report: ChaosReport): string {
  const { seed, seconds, events, calls, acknowledged, unknown, dials, replays, repeats, violations } = report;
  const counts = (numbers: Record<string, number>) =>
    Object.entries(numbers)
      .map(([name, count]) => `${count} ${name}`)
      .join(', ');
  return [
    `seed ${seed}, ${seconds} s: ${counts(events)}`,
    `  ${calls} calls: ${acknowledged} acknowledged, ${unknown} unknown; ${dials} dialled; ${replays} repeated`,
    `  sent again: ${counts(repeats)}`,
    violations.length === 0 ? '  no violations' : `  ${violations.length} VIOLATIONS`,
    ...violations
      .slice(0, shownViolations)
      .map(({ kind, call, detail }) => `    ${kind}: ${call}: ${detail}`),
  ].join('\n');
}
