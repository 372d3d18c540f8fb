import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  dearestFiles,
  everydayProcessorSeconds,
  pastBudgets,
  processorFactor,
} from '../../../cli/test/budgets.mjs';
import { everyday, type Stage } from '../../../cli/test/stages.mjs';

function report(content: object): string {
  const file = join(mkdtempSync(join(tmpdir(), 'farebox-report-')), 'report.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
}

const ran = (name: string, startTime: number, endTime: number) => ({
  name: resolve(name),
  startTime,
  endTime,
});
const vitest = report({ testResults: [ran('cheap.test.ts', 0, 100), ran('dear.test.ts', 500, 800)] });
const spec = (file: string, ...durations: number[]) => ({
  file,
  tests: durations.map((duration) => ({ results: [{ duration }] })),
});
const playwright = report({
  suites: [{ specs: [spec('a.spec.ts', 10, 20)], suites: [{ specs: [spec('b.spec.ts', 70)] }] }],
});

const stage: Stage = {
  ...{ name: 'unit', processorSeconds: 100, fileSeconds: 30, needs: [], commands: [] },
  report: 'vitest',
};

describe('the budgets of the tests', () => {
  it('of all stages of every day fit into ten minutes: what is dear belongs to the deep tier', () => {
    const sum = everyday.reduce((all, { processorSeconds }) => all + processorSeconds, 0);
    expect(sum).toBeLessThanOrEqual(everydayProcessorSeconds);
  });

  it.each<['vitest' | 'playwright', string, object[]]>(
    // biome-ignore format: a table
    [
      ['vitest', vitest, [{ name: 'dear.test.ts', seconds: 30 }, { name: 'cheap.test.ts', seconds: 10 }]],
      ['playwright', playwright, [{ name: 'b.spec.ts', seconds: 28 }, { name: 'a.spec.ts', seconds: 12 }]],
      ['vitest', '/nowhere/report.json', []],
    ],
  )('share the time of a stage among its files by the report of %s', (runner, file, files) => {
    expect(dearestFiles({ report: runner }, 40, file)).toEqual(files);
  });

  it.each(
    // biome-ignore format: a table
    [
      ['three times its budget', { processorSeconds: 300 }, { fileSeconds: 100 }, 0],
      ['a second more', { processorSeconds: 301 }, { fileSeconds: 100 }, 1],
      ['the same on a slower processor', { processorSeconds: 301, factor: 1.1 }, { fileSeconds: 100 }, 0],
      ['a file past that of files', { processorSeconds: 100 }, { fileSeconds: 20 }, 1],
      ['a file with a budget of its own', { processorSeconds: 100 }, { fileSeconds: 20, files: { 'dear.test.ts': 40 } }, 0],
    ],
  )('of a stage: %s', (_what, used, changes, complaints) => {
    const past = pastBudgets({ ...stage, ...changes }, { factor: 1, reportFile: vitest, ...used });
    expect(past).toHaveLength(complaints);
    for (const sentence of past) expect(sentence).toContain('raise its budget in cli/test/stages.mjs');
  });

  it('count a slow processor, and no fast one', () => expect(processorFactor()).toBeGreaterThanOrEqual(1));
});
