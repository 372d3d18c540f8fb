import { expect, it } from 'vitest';
import { callPhases, callOutcome } from '../../../../lib/call/call-ending.ts';
import { type CallOutcome, chargeRow, chargeTable } from '../../../../lib/call/charges.ts';
import { isProblemCode, problems } from '../../../../lib/problem/problems.ts';

/** In the order of the phases: before the dial, dialling, awaiting the head, buffering, streaming, settling. */
const table: Record<string, CallOutcome[]> = {
  'client-gone': ['refused', 'clientGone', 'clientGone', 'clientGone', 'clientGone', 'clientGone'],
  'upstream-rejected': ['refused', 'upstream4xx', 'upstream4xx', 'upstream4xx', 'refused', 'refused'],
  'upstream-failed': ['refused', 'upstream5xx', 'upstream5xx', 'upstream5xx', 'partialStream', 'refused'],
  'upstream-timeout': ['refused', 'timeout', 'timeout', 'timeout', 'partialStream', 'refused'],
};
const free: CallOutcome[] = callPhases.map(() => 'refused');

const codes = Object.keys(problems).filter(isProblemCode);

it.each(codes)('%s ends a call the same way wherever it is met', (code) => {
  expect(callPhases.map((phase) => callOutcome(code, phase))).toEqual(table[code] ?? free);
});

it('a call without a problem is a success in every phase', () => {
  expect(new Set(callPhases.map((phase) => callOutcome(null, phase)))).toEqual(new Set(['success']));
});

it.each(
  // biome-ignore format: a list
  [
    'portal-stopped', 'unavailable', 'internal', 'not-settled', 'egress-blocked', 'upstream-auth', 'upstream-busy', 'upstream-redirect',
    'upstream-too-large', 'upstream-unreadable',
  ],
)('%s is free whatever the charge table says', (code) => {
  const dearest = chargeTable({
    ...{ success: 'quoted', upstream4xx: 'quoted', upstream5xx: 'quoted', timeout: 'quoted' },
    ...{ clientGone: 'quoted', partialStream: 'quoted' },
  });
  const outcomes = callPhases.map((phase) => callOutcome(isProblemCode(code) ? code : null, phase));
  expect(outcomes.map((outcome) => chargeRow(dearest, outcome))).toEqual(callPhases.map(() => 'nothing'));
});
