import { join } from 'node:path';

/**
 * @typedef {object} Stage
 * @property {string} name
 * @property {1 | 2} processors how many it keeps busy
 * @property {number} processorSeconds its budget (cli/test/budgets.mjs)
 * @property {number} [fileSeconds] the same for each of its files
 * @property {Record<string, number>} [files] the same for files that may be dearer
 * @property {('native-module' | 'build' | 'chromium' | 'postgres' | 'postgres-client' | 'nginx' | 'agent-programs')[]} needs beside the dependencies and the database client
 * @property {'vitest' | 'playwright'} [report] who counts its tests; without one the stage itself counts as one
 * @property {string[][]} commands scripts of Node with their arguments, one after the other
 */

/**
 * What `npm test` runs. The longest of those that need one processor come first, so that none ends long after the others.
 * @type {Stage[]}
 */
export const everyday = [
  {
    name: 'unit',
    processors: 1,
    processorSeconds: 120,
    fileSeconds: 12,
    needs: ['native-module', 'build'],
    report: 'vitest',
    commands: [vitest('unit')],
  },
  {
    name: 'contract',
    processors: 1,
    processorSeconds: 180,
    fileSeconds: 25,
    needs: ['native-module', 'build'],
    report: 'vitest',
    commands: [vitest('contract')],
  },
  {
    name: 'promise',
    processors: 1,
    processorSeconds: 80,
    needs: ['native-module', 'build'],
    report: 'vitest',
    commands: [vitest('promise')],
  },
  {
    name: 'static',
    processors: 1,
    processorSeconds: 40,
    needs: [],
    commands: [
      ['node_modules/@biomejs/biome/bin/biome', 'format', '.'],
      ['node_modules/oxlint/bin/oxlint'],
      ['node_modules/next/dist/bin/next', 'typegen'],
      [
        'node_modules/typescript-native/bin/tsc',
        ...['--noEmit', '--incremental', '--tsBuildInfoFile', 'node_modules/.cache/tsbuildinfo'],
      ],
    ],
  },
  {
    name: 'server',
    processors: 2,
    processorSeconds: 180,
    fileSeconds: 15,
    needs: ['native-module', 'build'],
    report: 'vitest',
    commands: [vitest('server')],
  },
  {
    name: 'browser',
    processors: 2,
    processorSeconds: 240,
    fileSeconds: 50,
    needs: ['native-module', 'build', 'chromium'],
    report: 'playwright',
    commands: [playwright('--grep-invert=@deep')],
  },
];

/**
 * The rest of `npm run test:all`.
 * @type {Stage[]}
 */
export const deep = [
  {
    name: 'contract-on-postgres',
    processors: 1,
    processorSeconds: 140,
    needs: ['native-module', 'build', 'postgres'],
    report: 'vitest',
    commands: [vitest('contract-on-postgres')],
  },
  {
    name: 'agents',
    processors: 1,
    processorSeconds: 150,
    needs: ['native-module', 'build', 'agent-programs'],
    report: 'vitest',
    commands: [vitest('agents')],
  },
  {
    name: 'unit-deep',
    processors: 1,
    processorSeconds: 200,
    needs: ['native-module', 'build'],
    report: 'vitest',
    commands: [vitest('unit-deep')],
  },
  {
    name: 'static-deep',
    processors: 1,
    processorSeconds: 80,
    needs: [],
    commands: [
      ['node_modules/oxlint/bin/oxlint', '--type-aware'],
      ['node_modules/knip/bin/knip.js'],
      ['node_modules/@biomejs/biome/bin/biome', 'lint', '.'],
    ],
  },
  {
    name: 'server-deep',
    processors: 2,
    processorSeconds: 1000,
    needs: ['native-module', 'build', 'postgres', 'postgres-client'],
    report: 'vitest',
    commands: [vitest('server-deep')],
  },
  {
    name: 'pace',
    processors: 2,
    processorSeconds: 130,
    needs: ['native-module', 'build', 'postgres'],
    report: 'vitest',
    commands: [vitest('server-by-itself')],
  },
  {
    name: 'postgres',
    processors: 2,
    processorSeconds: 220,
    needs: ['native-module', 'build', 'postgres'],
    report: 'vitest',
    commands: [vitest('server-on-postgres')],
  },
  // By itself, because portals leave their ports and come back to them.
  {
    name: 'chaos',
    processors: 2,
    processorSeconds: 150,
    needs: ['native-module', 'build', 'postgres', 'nginx'],
    report: 'vitest',
    commands: [vitest('chaos')],
  },
  {
    name: 'crash',
    processors: 2,
    processorSeconds: 300,
    needs: ['native-module', 'build', 'postgres'],
    report: 'vitest',
    commands: [vitest('crash')],
  },
  {
    name: 'browser-deep',
    processors: 2,
    processorSeconds: 800,
    needs: ['native-module', 'build', 'chromium'],
    report: 'playwright',
    commands: [playwright('--grep=@deep')],
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

/**
 * Where the whole output of a stage is written.
 * @param {string} root
 * @param {string} stageName
 */
export function outputFile(root, stageName) {
  return join(root, `node_modules/.cache/farebox/output-${stageName}.log`);
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

/** @param {string[]} options */
function playwright(...options) {
  return ['node_modules/@playwright/test/cli.js', 'test', ...options, '--reporter=line,json'];
}
