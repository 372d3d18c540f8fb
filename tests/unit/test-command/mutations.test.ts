import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { faults, withFault } from '../../mutations/faults.mjs';

describe('the faults that tests must find', () => {
  it('are twenty, each of another name', () => {
    expect(new Set(faults.map(({ what }) => what)).size).toBe(20);
  });

  it.each(faults)('$what: has its place, and tests of npm test that look for it', (fault) => {
    const source = readFileSync(fault.file, 'utf8');
    expect(withFault(source, fault)).not.toBe(source);
    expect(fault.by).not.toEqual([]);
    for (const file of fault.by) {
      expect(file).toMatch(/^tests\/(unit|server|contract)\/(?!.*\.deep\.).*\.test\.tsx?$/);
      expect(existsSync(file), file).toBe(true);
    }
  });

  it('are refused where their source has moved', () => {
    const [fault] = faults;
    expect(() => fault && withFault('', fault)).toThrow(fault?.file);
    expect(() => fault && withFault(fault.from + fault.from, fault)).toThrow('2 times');
  });
});
