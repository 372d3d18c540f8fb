import { defineConfig } from 'vitest/config';

/** A thread that a test starts is outside Vitest and needs TypeScript, too. */
const execArgv = ['--import', 'tsx'];
const setupFiles = ['tests/setup/no-console-errors.ts'];

/** The same suite with the fast lane and without it: `inject('portalUrl')` is the server that it speaks to. */
function contract(name: string) {
  return {
    test: {
      name,
      include: ['tests/contract/**/*.test.ts'],
      globalSetup: 'tests/setup/contract-portal.ts',
      setupFiles,
      testTimeout: 20_000,
    },
  };
}

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['tests/unit/**/*.test.{ts,tsx}'], setupFiles } },
      {
        test: {
          name: 'server',
          include: ['tests/server/**/*.test.ts'],
          setupFiles,
          execArgv,
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'crash',
          include: ['tests/crash/**/*.test.ts'],
          setupFiles,
          execArgv,
          testTimeout: 240_000,
          hookTimeout: 60_000,
        },
      },
      contract('contract'),
      contract('contract-without-lane'),
    ],
  },
});
