import { existsSync, readFileSync } from 'node:fs';

/**
 * The tests of a stage by its report. A stage that fails without a failed test (a file that does not load, an error
 * outside of a test, its time used up) counts as one more failure, so that it cannot pass unseen.
 * @param {Pick<import('./stages.mjs').Stage, 'report'>} stage
 * @param {string} reportFile
 * @param {boolean} ok whether its command succeeded
 * @returns {{ passed: number, failed: number }}
 */
export function countTests(stage, reportFile, ok) {
  const { passed, failed } = readCounts(stage, reportFile, ok);
  return { passed, failed: !ok && failed === 0 ? 1 : failed };
}

/**
 * @param {Pick<import('./stages.mjs').Stage, 'report'>} stage
 * @param {string} reportFile
 * @param {boolean} ok
 */
function readCounts({ report }, reportFile, ok) {
  if (report === undefined) return { passed: ok ? 1 : 0, failed: ok ? 0 : 1 };
  if (!existsSync(reportFile)) return { passed: 0, failed: 1 };
  const counted = JSON.parse(readFileSync(reportFile, 'utf8'));
  return report === 'vitest'
    ? { passed: counted.numPassedTests, failed: counted.numFailedTests + filesWithoutTests(counted) }
    : { passed: counted.stats.expected, failed: counted.stats.unexpected + counted.stats.flaky };
}

/**
 * Test files that failed before a test of theirs ran.
 * @param {{ testResults: { status: string, assertionResults: unknown[] }[] }} report
 */
function filesWithoutTests({ testResults }) {
  return testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  ).length;
}
