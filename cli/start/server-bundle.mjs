import { StepFailed } from './step.mjs';

/** Beside the build of the pages, which clears that folder before it builds. */
export const serverBundle = '.next/portal.mjs';
export const commandBundle = '.next/farebox.mjs';

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
 * stand, and a thread's has the name that it is asked for by (start-writer, check-in-thread, sums-on-thread,
 * input-thread-handle, judge-password, import-thread).
 * @param {string} root
 * @param {{ folder?: string, plugins?: import('esbuild').Plugin[] }} [variant] for tests of what a wrong server does
 */
export function bundleServer(root, { folder = '.next', plugins = [] } = {}) {
  return bundle('server', {
    ...oneFile,
    absWorkingDir: root,
    entryPoints: {
      portal: 'server/main.ts',
      pages: 'server/start/pages-main.ts',
      'front-thread': 'server/pages/front-thread.ts',
      'thread-entry': 'server/store/sqlite/writer/thread.ts',
      'sums-thread': 'server/store/sqlite/sums/sums-thread.ts',
      'input-thread-entry': 'server/inputs/input-thread.ts',
      'password-thread': 'server/people/password-thread.ts',
      'import-thread': 'server/desk/import-thread-entry.ts',
    },
    outdir: folder,
    plugins,
  });
}

/**
 * The same of the command line, in parts: each command loads its own. The threads are those of the server.
 * @param {string} root
 */
export function bundleCommands(root) {
  return bundle('command line', {
    ...oneFile,
    absWorkingDir: root,
    entryPoints: { farebox: 'cli/farebox.ts' },
    outdir: '.next',
    splitting: true,
    chunkNames: 'farebox-[hash]',
  });
}

/**
 * The same of the example API, whose process and workers start with each portal. Its files stand two folders below the
 * root, as the sources do that read files beside them.
 * @param {string} root
 */
export function bundleToolbox(root) {
  return bundle('toolbox', {
    ...oneFile,
    absWorkingDir: root,
    entryPoints: {
      main: 'examples/toolbox/main.ts',
      'worker-entry': 'examples/toolbox/work/worker-main.ts',
    },
    outdir: '.next/toolbox',
    // Its fonts stand beside it, and the pictures are made by a native module.
    external: ['pdfkit', 'sharp'],
    splitting: true,
    chunkNames: '[hash]',
  });
}

/**
 * @param {string} what
 * @param {import('esbuild').BuildOptions} options
 */
async function bundle(what, options) {
  const { build, stop } = await import('esbuild');
  try {
    await build(options);
  } catch (error) {
    throw new StepFailed(
      `The ${what} could not be bundled. The lines above name the file at fault.`,
      String(error).split('\n'),
    );
  } finally {
    // Its process would stay as long as the portal runs.
    await stop();
  }
}

/** Globals that CommonJS packages expect. */
const requireForPackages =
  "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);";

/** @type {import('esbuild').BuildOptions} */
export const oneFile = {
  outExtension: { '.js': '.mjs' },
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  // Next finds its own files by where it stands, SQLite is a native module, and Prisma knows the SQL of the pages
  // by its class: there must be one Prisma for both (next.config.js).
  external: ['next', 'better-sqlite3', 'pg', '@prisma/*', '@modelcontextprotocol/server'],
  // Its other form requires files beside itself in a way that is not seen here.
  alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
  banner: { js: requireForPackages },
  logLevel: 'silent',
};
