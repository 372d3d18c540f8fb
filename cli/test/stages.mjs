import { join } from 'node:path';

/**
 * @typedef {object} Stage
 * @property {string} name
 * @property {true} [isAlone] nothing may run beside it: it looks at how long something takes, or its portals leave their ports and come back to them
 * @property {number} processorSeconds its budget (cli/test/budgets.mjs)
 * @property {number} [fileSeconds] the same for each of its files
 * @property {Record<string, number>} [files] the same for files that may be dearer
 * @property {('native-module' | 'build' | 'chromium' | 'postgres' | 'postgres-client' | 'nginx' | 'agent-programs')[]} needs beside the dependencies and the database client
 * @property {'vitest' | 'playwright'} [report] who counts its tests; without one the stage itself counts as one
 * @property {string[][]} commands scripts of Node with their arguments, one after the other
 */

/**
 * What `npm test` runs, two at a time. The longest come first, so that none ends long after the others.
 * @type {Stage[]}
 */
export const everyday = [
  {
    name: 'browser',
    processorSeconds: 240,
    fileSeconds: 50,
    needs: ['native-module', 'build', 'chromium'],
    report: 'playwright',
    commands: [playwright('--grep-invert=@deep')],
  },
  {
    name: 'server',
    processorSeconds: 180,
    fileSeconds: 15,
    needs: ['native-module', 'build'],
    report: 'vitest',
    commands: [vitest('server')],
  },
  {
    name: 'unit',
    processorSeconds: 120,
    fileSeconds: 12,
    needs: ['native-module', 'build'],
    report: 'vitest',
    commands: [vitest('unit')],
  },
  {
    name: 'contract',
    processorSeconds: 180,
    fileSeconds: 25,
    needs: ['native-module', 'build'],
    report: 'vitest',
    commands: [vitest('contract')],
  },
  {
    name: 'promise',
    processorSeconds: 80,
    needs: ['native-module', 'build'],
    report: 'vitest',
    commands: [vitest('promise')],
  },
  {
    name: 'static',
    processorSeconds: 40,
    needs: [],
    commands: [
      ['cli/test/measure-house.mjs'],
      ['node_modules/@biomejs/biome/bin/biome', 'format', '.'],
      ['node_modules/oxlint/bin/oxlint'],
      ['node_modules/next/dist/bin/next', 'typegen'],
      [
        'node_modules/typescript-native/bin/tsc',
        ...['--noEmit', '--incremental', '--tsBuildInfoFile', 'node_modules/.cache/tsbuildinfo'],
      ],
    ],
  },
];

/**
 * The rest of `npm run test:all`, likewise.
 * @type {Stage[]}
 */
export const deep = [
  {
    name: 'browser-deep',
    processorSeconds: 800,
    needs: ['native-module', 'build', 'chromium'],
    report: 'playwright',
    commands: [playwright('--grep=@deep')],
  },
  {
    name: 'server-deep',
    processorSeconds: 1000,
    needs: ['native-module', 'build', 'postgres', 'postgres-client'],
    report: 'vitest',
    commands: [vitest('server-deep')],
  },
  {
    name: 'unit-deep',
    processorSeconds: 200,
    needs: ['native-module', 'build'],
    report: 'vitest',
    commands: [vitest('unit-deep')],
  },
  {
    name: 'agents',
    processorSeconds: 150,
    needs: ['native-module', 'build', 'agent-programs'],
    report: 'vitest',
    commands: [vitest('agents')],
  },
  {
    name: 'postgres',
    processorSeconds: 220,
    needs: ['native-module', 'build', 'postgres'],
    report: 'vitest',
    commands: [vitest('server-on-postgres')],
  },
  {
    name: 'contract-on-postgres',
    processorSeconds: 140,
    needs: ['native-module', 'build', 'postgres'],
    report: 'vitest',
    commands: [vitest('contract-on-postgres')],
  },
  {
    name: 'static-deep',
    processorSeconds: 80,
    needs: [],
    commands: [
      ['node_modules/oxlint/bin/oxlint', '--type-aware'],
      ['node_modules/knip/bin/knip.js'],
      ['node_modules/@biomejs/biome/bin/biome', 'lint', '.'],
    ],
  },
  {
    name: 'pace',
    isAlone: true,
    processorSeconds: 130,
    needs: ['native-module', 'build', 'postgres'],
    report: 'vitest',
    commands: [vitest('server-by-itself')],
  },
  {
    name: 'chaos',
    isAlone: true,
    processorSeconds: 150,
    needs: ['native-module', 'build', 'postgres', 'nginx'],
    report: 'vitest',
    commands: [vitest('chaos')],
  },
  {
    name: 'crash',
    isAlone: true,
    processorSeconds: 300,
    needs: ['native-module', 'build', 'postgres'],
    report: 'vitest',
    commands: [vitest('crash')],
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
