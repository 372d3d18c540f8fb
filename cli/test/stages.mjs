import { join } from 'node:path';

/**
 * @typedef {object} Stage
 * @property {string} name
 * @property {number} budgetSeconds on two cores; past it the stage is ended and has failed
 * @property {('build' | 'chromium')[]} needs
 * @property {'vitest' | 'playwright'} [report] who counts its tests; without one the stage itself counts as one
 * @property {string[][]} commands scripts of Node with their arguments, one after the other
 */

/** @type {Stage[]} The quick ones first. */
export const stages = [
  {
    name: 'format',
    budgetSeconds: 20,
    needs: [],
    commands: [['node_modules/@biomejs/biome/bin/biome', 'format', '.']],
  },
  { name: 'lint', budgetSeconds: 240, needs: [], commands: [['node_modules/eslint/bin/eslint.js', '.']] },
  {
    name: 'types',
    budgetSeconds: 120,
    needs: [],
    commands: [
      ['node_modules/next/dist/bin/next', 'typegen'],
      ['node_modules/typescript/bin/tsc', '--noEmit'],
    ],
  },
  { name: 'unused', budgetSeconds: 40, needs: [], commands: [['node_modules/knip/bin/knip.js']] },
  { name: 'unit', budgetSeconds: 240, needs: [], report: 'vitest', commands: [vitest('unit')] },
  { name: 'server', budgetSeconds: 900, needs: ['build'], report: 'vitest', commands: [vitest('server')] },
  {
    name: 'contract',
    budgetSeconds: 180,
    needs: ['build'],
    report: 'vitest',
    commands: [vitest('contract', 'contract-without-lane')],
  },
  // By itself, because it measures how fast a portal starts.
  { name: 'crash', budgetSeconds: 360, needs: ['build'], report: 'vitest', commands: [vitest('crash')] },
  {
    name: 'browser',
    budgetSeconds: 960,
    needs: ['build', 'chromium'],
    report: 'playwright',
    commands: [['node_modules/@playwright/test/cli.js', 'test', '--reporter=line,json']],
  },
];

/**
 * Where a stage's JSON report is written.
 * @param {string} root
 * @param {string} stageName
 */
export function reportFile(root, stageName) {
  return join(root, `node_modules/.cache/farebox/report-${stageName}.json`);
}

/** @param {string[]} projects */
function vitest(...projects) {
  return [
    'node_modules/vitest/vitest.mjs',
    'run',
    ...projects.map((project) => `--project=${project}`),
    '--reporter=default',
    '--reporter=json',
  ];
}
