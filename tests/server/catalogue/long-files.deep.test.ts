import { describe, expect, test } from 'vitest';
import { CatalogueFile } from '../../../server/catalogue/catalogue-file.ts';
import { cpuMs } from '../../setup/cpu-ms.ts';

const lines = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n');

/** Some times what the slowest takes; the library's own checks take a minute and more. */
const mostCpuMs = 8_000;

describe('a catalogue file of one MiB at the most is read in time that grows with its length', () => {
  test.each([
    ['many keys', lines(90_000, (index) => `k${index}: 1`), undefined],
    ['keys twice', `${lines(40_000, (index) => `k${index}: 1`)}\nk7: 2`, 'Map keys must be unique'],
    ['many anchors, each used', lines(20_000, (index) => `- &a${index} x\n- *a${index}`), '1000 aliases'],
    ['brackets without end', `a: ${'['.repeat(100_000)}`, 'Expected readable YAML'],
  ])('%s', (_what, text, expected) => {
    let mistakes: string[] = [];
    const took = cpuMs(() => {
      mistakes = new CatalogueFile('a.yaml', text).mistakes.map((mistake) => mistake.expected);
    });
    expect(took).toBeLessThan(mostCpuMs);
    expect(mistakes.length).toBeLessThanOrEqual(50);
    expect(mistakes[0]).toEqual(expected === undefined ? undefined : expect.stringContaining(expected));
  });
});
