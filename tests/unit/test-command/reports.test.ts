import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { countTests } from '../../../cli/test/run-stages.mjs';
import { failedTests } from '../../../cli/test/failed-tests.mjs';

const folder = mkdtempSync(join(tmpdir(), 'farebox-report-'));
afterAll(() => rmSync(folder, { recursive: true }));
let reports = 0;

function report(content: object): string {
  const file = join(folder, `report-${(reports += 1)}.json`);
  writeFileSync(file, JSON.stringify(content));
  return file;
}

const file = (status: string, tests: number) => ({ status, assertionResults: Array(tests).fill({}) });
const vitest = (numPassedTests: number, numFailedTests: number, ...testResults: object[]) =>
  report({ numPassedTests, numFailedTests, testResults });
const playwright = (expected: number, unexpected: number, flaky: number) =>
  report({ stats: { expected, unexpected, flaky, skipped: 0 } });

it.each([
  ['a hygiene stage that passed', undefined, '', true, 1, 0],
  ['a hygiene stage that failed', undefined, '', false, 0, 1],
  ['tests that passed', 'vitest', vitest(12, 0, file('passed', 12)), true, 12, 0],
  ['tests that failed', 'vitest', vitest(11, 2, file('failed', 13)), false, 11, 2],
  ['a file that does not load', 'vitest', vitest(5, 0, file('passed', 5), file('failed', 0)), false, 5, 1],
  ['an error outside of a test', 'vitest', vitest(5, 0, file('passed', 5)), false, 5, 1],
  ['a run that left no report', 'vitest', '/nowhere/report.json', false, 0, 1],
  ['a run that passed without a report', 'vitest', '/nowhere/report.json', true, 0, 1],
  ['journeys that passed', 'playwright', playwright(4, 0, 0), true, 4, 0],
  ['journeys that failed, or passed only when repeated', 'playwright', playwright(4, 1, 1), false, 4, 2],
] as const)('what npm test counts: %s', (_what, runner, reportFile, ok, passed, failed) => {
  expect(countTests(runner === undefined ? {} : { report: runner }, reportFile, ok)).toEqual({
    passed,
    failed,
  });
});

const failedVitest = report({
  testResults: [
    {
      name: resolve('sum.test.ts'),
      status: 'failed',
      message: '',
      assertionResults: [
        { fullName: 'sums', status: 'passed', failureMessages: [] },
        { fullName: 'carries', status: 'failed', failureMessages: ['\u001b[31mexpected 10\u001b[39m'] },
      ],
    },
    { name: 'broken.test.ts', status: 'failed', message: 'Unexpected token', assertionResults: [] },
    { name: 'fine.test.ts', status: 'passed', message: '', assertionResults: [] },
  ],
});

const spec = (title: string, status: string, message?: string) => ({
  title,
  file: 'shell.spec.ts',
  line: 7,
  tests: [
    { projectName: 'mobile-dark', status, results: [{ errors: message === undefined ? [] : [{ message }] }] },
  ],
});
const failedPlaywright = report({
  errors: [{ message: 'no portal' }],
  suites: [
    {
      specs: [spec('opens', 'expected')],
      suites: [{ specs: [spec('closes', 'unexpected', 'no dialog'), spec('waits', 'flaky', 'once late')] }],
    },
  ],
});

describe('what of a stage failed', () => {
  it.each<[string, 'vitest' | 'playwright', string, object[]]>(
    // biome-ignore format: a table
    [
      [
        'tests and files that do not load',
        'vitest',
        failedVitest,
        [{ name: 'sum.test.ts › carries', message: 'expected 10' }, { name: 'broken.test.ts', message: 'Unexpected token' }],
      ],
      [
        'journeys, also those that passed only when repeated, and what went wrong around them',
        'playwright',
        failedPlaywright,
        [
          { name: 'outside of the tests', message: 'no portal' },
          { name: '[mobile-dark] shell.spec.ts:7 › closes', message: 'no dialog' },
          { name: '[mobile-dark] shell.spec.ts:7 › waits', message: 'once late' },
        ],
      ],
      ['nothing, where there is no report', 'vitest', '/nowhere/report.json', []],
    ],
  )('%s', (_what, runner, file, failed) => {
    expect(failedTests({ report: runner }, file)).toEqual(failed);
  });

  it('nothing of a stage that counts as one', () => {
    expect(failedTests({}, failedVitest)).toEqual([]);
  });
});
