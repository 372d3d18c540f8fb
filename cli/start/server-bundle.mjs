import { StepFailed } from './step.mjs';

/** Beside the build of the pages, which clears that folder before it builds. */
export const serverBundle = '.next/portal.mjs';

/**
 * How Node is told to run it. What a request makes is garbage when it is answered; with room for more of it, less is
 * copied about for still being in use when room is made.
 */
export const serverArguments = [
  '--max-semi-space-size=64',
  // A call runs through hundreds of short functions: V8 may put twice as much of them into one as it does otherwise.
  '--max-inlined-bytecode-size-cumulative=2000',
  serverBundle,
];

/**
 * Makes one file of the server, and one of each thread: hundreds of files of TypeScript and of packages take
 * seconds to find, translate and load. They stand one folder below the root, as the sources do that ask where they
 * stand, and a thread's has the name that it is asked for by (start-writer, check-in-thread, input-thread-handle).
 * @param {string} root
 * @param {{ folder?: string, plugins?: import('esbuild').Plugin[] }} [variant] for tests of what a wrong server does
 */
export async function bundleServer(root, { folder = '.next', plugins = [] } = {}) {
  const { build, stop } = await import('esbuild');
  try {
    await build({
      absWorkingDir: root,
      entryPoints: {
        portal: 'server/main.ts',
        'thread-entry': 'server/writer/thread.ts',
        'check-thread': 'server/ledger/check-thread.ts',
        'input-thread-entry': 'server/inputs/input-thread.ts',
      },
      outdir: folder,
      outExtension: { '.js': '.mjs' },
      bundle: true,
      format: 'esm',
      platform: 'node',
      target: 'node20.19',
      // Next finds its own files by where it stands, SQLite is a native module, and Prisma knows the SQL of the pages
      // by its class: there must be one Prisma for both (next.config.js).
      external: ['next', 'better-sqlite3', '@prisma/*'],
      banner: { js: requireForPackages },
      logLevel: 'silent',
      plugins,
    });
  } catch (error) {
    throw new StepFailed(
      'The server could not be bundled. The lines above name the file at fault.',
      String(error).split('\n'),
    );
  } finally {
    // Its process would stay as long as the portal runs.
    await stop();
  }
}

/** What packages that are no ECMAScript modules expect to have. */
const requireForPackages =
  "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);";
