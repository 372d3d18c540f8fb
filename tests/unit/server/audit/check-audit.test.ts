import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AuditEntry } from '../../../../lib/audit/audit-entry.ts';
import { auditStart, faultOfEntry } from '../../../../server/store/operation/check-audit.ts';
import { firstPrevious, hashEntry } from '../../../../server/store/sql/write-audit.ts';

/** A log of some grants. */
function logOf(count: number): AuditEntry[] {
  const log: AuditEntry[] = [];
  for (let number = 1; number <= count; number += 1) {
    const entry = {
      number,
      at: new Date(Date.UTC(2026, 10, 23, 0, 0, number)).toISOString(),
      actor: { kind: 'person' as const, id: 'per_1' },
      ...{ verb: 'grant', target: `acc_${number}`, before: null, after: { credits: number } },
      ...{ reason: 'Paid', requestId: null, previous: log.at(-1)?.hash ?? firstPrevious },
    };
    log.push({ ...entry, hash: hashEntry(entry) });
  }
  return log;
}

function faultsOf(log: AuditEntry[]): string[] {
  let place = auditStart;
  return log.flatMap((entry) => {
    const fault = faultOfEntry(entry, place);
    place = { number: entry.number, hash: entry.hash };
    return fault ?? [];
  });
}

test('a log as it was written has no fault', () => {
  expect(faultsOf(logOf(20))).toEqual([]);
});

describe('finds', () => {
  const log = logOf(5);
  const changed = (index: number, change: Partial<AuditEntry>) =>
    log.map((entry, at) => (at === index ? { ...entry, ...change } : entry));

  test.each(
    // biome-ignore format: a table
    [
      ['a removed entry', log.toSpliced(2, 1), ['Entry 3 is missing.']],
      ['two removed entries', log.toSpliced(1, 2), ['The entries 2 to 3 are missing.']],
      ['the first one removed', log.slice(1), ['Entry 1 is missing.']],
      ['a changed value', changed(1, { after: { credits: 9 } }), ['Entry 2 was changed: its hash does not match.']],
      ['a changed author', changed(1, { actor: { kind: 'person', id: 'per_2' } }), ['Entry 2 was changed: its hash does not match.']],
      ['an entry twice', log.toSpliced(1, 0, ...log.slice(0, 1)), ['Entry 1 comes after entry 1.']],
    ],
  )('%s', (_what, given, faults) => {
    expect(faultsOf(given)).toEqual(faults);
  });

  test('two swapped entries', () => {
    const [first, second, third, ...rest] = log;
    expect(first && second && third && faultsOf([first, third, second, ...rest])).toEqual([
      'Entry 2 is missing.',
      'Entry 2 comes after entry 3.',
      'Entry 3 is missing.',
    ]);
  });

  test('an entry that was changed and given a hash that matches', () => {
    const forged = changed(0, { after: { credits: 1_000 } }).map((entry, at) =>
      at === 0 ? { ...entry, hash: hashEntry(entry) } : entry,
    );
    expect(faultsOf(forged)).toEqual(['Entry 2 does not follow entry 1: one of them was replaced.']);
  });
});

test('finds any change of any one entry', () => {
  const log = logOf(6);
  const text = fc.string({ minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(
      fc.nat({ max: 5 }),
      fc.constantFrom('verb', 'target', 'reason', 'at', 'previous'),
      text,
      (index, field, value) => {
        const changed = log.map((entry, at) => (at === index ? { ...entry, [field]: `${value}!` } : entry));
        expect(faultsOf(changed)).not.toEqual([]);
      },
    ),
  );
});
