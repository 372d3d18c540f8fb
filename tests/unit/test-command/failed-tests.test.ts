import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { failedTests } from '../../../cli/test/failed-tests.mjs';

const folder = mkdtempSync(join(tmpdir(), 'farebox-report-'));
afterAll(() => rmSync(folder, { recursive: true }));
let reports = 0;

function report(content: object): string {
  const file = join(folder, `report-${(reports += 1)}.json`);
  writeFileSync(file, JSON.stringify(content));
  return file;
}

const vitest = report({
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
const playwright = report({
  errors: [{ message: 'no portal' }],
  suites: [
    {
      specs: [spec('opens', 'expected')],
      suites: [{ specs: [spec('closes', 'unexpected', 'no dialog'), spec('waits', 'flaky', 'once late')] }],
    },
  ],
});

describe('what of a stage failed', () => {
  it.each([
    [
      'tests and files that do not load',
      'vitest',
      vitest,
      [
        { name: 'sum.test.ts › carries', message: 'expected 10' },
        { name: 'broken.test.ts', message: 'Unexpected token' },
      ],
    ],
    [
      'journeys, also those that passed only when repeated, and what went wrong around them',
      'playwright',
      playwright,
      [
        { name: 'outside of the tests', message: 'no portal' },
        { name: '[mobile-dark] shell.spec.ts:7 › closes', message: 'no dialog' },
        { name: '[mobile-dark] shell.spec.ts:7 › waits', message: 'once late' },
      ],
    ],
    ['nothing, where there is no report', 'vitest', '/nowhere/report.json', []],
  ] as const)('%s', (_what, runner, file, failed) => {
    expect(failedTests({ report: runner }, file)).toEqual(failed);
  });

  it('nothing of a stage that counts as one', () => {
    expect(failedTests({}, vitest)).toEqual([]);
  });
});
