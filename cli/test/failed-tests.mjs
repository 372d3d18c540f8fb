import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

/** @typedef {{ name: string, message: string }} FailedTest */

/**
 * What failed in a stage by its report, for people who see only the end of a long output.
 * @param {Pick<import('./stages.mjs').Stage, 'report'>} stage
 * @param {string} reportFile
 * @returns {FailedTest[]}
 */
export function failedTests({ report }, reportFile) {
  if (report === undefined || !existsSync(reportFile)) return [];
  const content = JSON.parse(readFileSync(reportFile, 'utf8'));
  const failed = report === 'vitest' ? content.testResults.flatMap(ofVitestFile) : ofPlaywright(content);
  return failed.map((/** @type {FailedTest} */ test) => ({ ...test, message: withoutColours(test.message) }));
}

/**
 * @param {{ name: string, status: string, message: string,
 *   assertionResults: { fullName: string, status: string, failureMessages: string[] }[] }} file
 * @returns {FailedTest[]}
 */
function ofVitestFile({ name: file, status, message, assertionResults }) {
  const name = relative('', file);
  const failed = assertionResults.filter((result) => result.status === 'failed');
  if (status === 'failed' && failed.length === 0) return [{ name, message }];
  return failed.map(({ fullName, failureMessages }) => ({
    name: `${name} › ${fullName}`,
    message: failureMessages.join('\n'),
  }));
}

/**
 * @typedef {object} Suite
 * @property {Suite[]} [suites]
 * @property {{ title: string, file: string, line: number,
 *   tests: { projectName: string, status: string, results: { errors: { message?: string }[] }[] }[] }[]} specs
 */

/**
 * What fails outside of all tests, such as the start of the portal, has no name.
 * @param {{ suites: Suite[], errors: { message?: string }[] }} report
 * @returns {FailedTest[]}
 */
function ofPlaywright({ suites, errors }) {
  return [
    ...errors.map(({ message = '' }) => ({ name: 'outside of the tests', message })),
    ...ofSuites(suites),
  ];
}

/**
 * @param {Suite[]} suites
 * @returns {FailedTest[]}
 */
function ofSuites(suites) {
  return suites.flatMap(({ suites: inner = [], specs }) => [
    ...specs.flatMap(({ title, file, line, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(({ projectName, results }) => ({
          name: `[${projectName}] ${file}:${line} › ${title}`,
          message: results.flatMap(({ errors }) => errors.map(({ message }) => message ?? '')).join('\n'),
        })),
    ),
    ...ofSuites(inner),
  ]);
}

/** @param {string} text */
function withoutColours(text) {
  return text.replaceAll(/\u001b\[[\d;]*m/g, '');
}
