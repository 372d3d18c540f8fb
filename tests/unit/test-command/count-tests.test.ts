import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { countTests } from '../../../cli/test/count-tests.mjs';

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
