import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  readdirSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { npmCommand } from './dependencies.mjs';
import { runCommand } from './run-command.mjs';
import { StepFailed } from './step.mjs';

/** The prebuilt file is 2 MB from a code host that may be out of reach: not worth a longer wait than a compilation. */
const downloadLimitMs = 45_000;
const compileLimitMs = 15 * 60_000;
/**
 * GCC's, of those that it adds to -O1 by -O2 and -O3. With all it takes 90 s of a processor, with these 41, and SQLite is
 * as fast but for a twentieth of what a full-text search takes. Other compilers do not know them.
 */
const passes =
  'strict-aliasing optimize-sibling-calls thread-jumps expensive-optimizations inline-functions inline-small-functions partial-inlining ipa-cp ipa-sra caller-saves peephole2 reorder-functions reorder-blocks-and-partition';
const packageFolder = 'node_modules/better-sqlite3';
const moduleFile = `${packageFolder}/build/Release/better_sqlite3.node`;
const aheadFolder = 'node_modules/.cache/farebox/sqlite';

/**
 * Whether SQLite's native module is there and fits this Node: by using it, which costs a few milliseconds.
 * @param {string} root
 */
export function nativeModuleWorks(root) {
  if (endsProcess(join(root, moduleFile))) return false;
  try {
    const Database = createRequire(join(root, 'package.json'))('better-sqlite3');
    new Database(':memory:').close();
    return true;
  } catch {
    // It is absent, or built for another Node or C library: build it anew.
    return false;
  }
}

/** @param {string} root */
export const hasNoNativeModule = (root) => !existsSync(join(root, packageFolder));

/**
 * Makes it while npm installs the packages of a fresh clone. If that fails, it is made in its place later, and that step
 * says why it cannot be.
 * @param {string} root
 * @param {(line: string) => void} say
 */
export async function makeNativeModuleAhead(root, say) {
  const folder = join(root, aheadFolder);
  const { version, integrity } = lockedPackages(join(root, 'package-lock.json'))[packageFolder] ?? {};
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  say('fetching its sources');
  const npm = npmCommand();
  const options = ['--ignore-scripts', '--no-audit', '--no-fund'];
  const fetched = await runCommand(
    npm.command,
    [...npm.args, 'install', ...options, `better-sqlite3@${version}`],
    { cwd: folder, timeLimitMs: compileLimitMs },
  );
  const installed = fetched.ok ? lockedPackages(join(folder, 'node_modules/.package-lock.json')) : {};
  if (integrity === undefined || installed[packageFolder]?.integrity !== integrity) return;
  try {
    await makeNativeModule(folder, say);
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error;
  }
}

/**
 * @param {string} file
 * @returns {Record<string, { version: string, integrity?: string }>}
 */
function lockedPackages(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages;
}

/**
 * Puts the file that was made ahead in its place, if it was made of the same package.
 * @param {string} root
 */
function placeNativeModule(root) {
  const made = join(root, aheadFolder, moduleFile);
  const place = join(root, moduleFile);
  if (!existsSync(made) || packageText(join(root, aheadFolder)) !== packageText(root)) return false;
  mkdirSync(dirname(place), { recursive: true });
  copyFileSync(made, place);
  return true;
}

/** @param {string} root */
const packageText = (root) => readFileSync(join(root, packageFolder, 'package.json'), 'utf8');

/**
 * Takes the file that was made ahead, or the prebuilt file of better-sqlite3 where it can be had, else compiles it.
 * @param {string} root
 * @param {(line: string) => void} say
 */
export async function makeNativeModule(root, say) {
  const isPlaced = placeNativeModule(root);
  rmSync(join(root, aheadFolder), { recursive: true, force: true });
  if (isPlaced && !endsProcess(join(root, moduleFile)) && (await worksInNewProcess(root))) return;
  const folder = join(root, packageFolder);
  const prebuildInstall = createRequire(join(folder, 'package.json')).resolve('prebuild-install/bin.js');
  say('looking for a prebuilt file');
  const download = await runCommand(process.execPath, [prebuildInstall], {
    cwd: folder,
    timeLimitMs: downloadLimitMs,
  });
  if (download.ok && !endsProcess(join(root, moduleFile)) && (await worksInNewProcess(root))) return;

  const missing = missingBuildTools();
  if (missing.length > 0) {
    throw new StepFailed(
      `SQLite's native module has no prebuilt file that could be fetched for Node ${process.version} on ${process.platform}-${process.arch}, and it cannot be compiled without ${missing.join(' and ')}. Install what is missing (Debian and Ubuntu: "apt-get install build-essential python3"; macOS: "xcode-select --install") and run the command again.`,
      download.lines,
    );
  }
  say('compiling SQLite, about a minute');
  const npm = npmCommand();
  const compilation = await runCommand(
    npm.command,
    [...npm.args, 'run', 'build-release', '--prefix', folder],
    {
      cwd: root,
      env: { ...compilerFlags(), ...nodeHeaders(root), npm_config_loglevel: 'error' },
      timeLimitMs: compileLimitMs,
      onLine: (line) => say(`compiling: ${line}`),
    },
  );
  if (!compilation.ok || !(await worksInNewProcess(root))) {
    throw new StepFailed(
      "SQLite's native module could not be compiled. The lines above say why. Node's own header files are needed: they come with Node from nodejs.org, and with Debian's package \"libnode-dev\".",
      compilation.lines,
    );
  }
}

/**
 * A module that once failed to load cannot be loaded by the same process again.
 * @param {string} root
 */
async function worksInNewProcess(root) {
  const script = `new (require('better-sqlite3'))(':memory:')`;
  const result = await runCommand(process.execPath, ['-e', script], { cwd: root, timeLimitMs: 30_000 });
  return result.ok;
}

/**
 * node-gyp downloads the headers of Node unless it is told where they are: beside most installations of Node.
 * @param {string} root
 */
function nodeHeaders(root) {
  const folder = headersFor(
    dirname(dirname(process.execPath)),
    join(root, 'node_modules/.cache/farebox/node-headers'),
  );
  return folder === undefined ? {} : { npm_config_nodedir: folder };
}

/** They come after those of its own. */
function compilerFlags() {
  const said =
    process.env.CC === undefined ? spawnSync('cc', ['--version'], { encoding: 'utf8' }).stdout : '';
  const isGcc = /Free Software Foundation/.test(said);
  return {
    CFLAGS: isGcc ? `-O1 ${passes.replace(/\S+/g, '-f$&')}` : '-O2',
    CXXFLAGS: isGcc ? '-O1' : '-O2',
  };
}

function missingBuildTools() {
  if (process.platform === 'win32') return [];
  const runs = (/** @type {string} */ command) =>
    spawnSync(command, ['--version'], { stdio: 'ignore' }).status === 0;
  return [
    ...(runs('make') ? [] : ['make']),
    ...(runs(process.env.CXX ?? 'c++') || runs('g++') ? [] : ['a C++ compiler']),
    ...(runs('python3') ? [] : ['Python 3']),
  ];
}

/** A call that a native module compiled with Node 24.19 or later makes for each object that is collected. */
const fatalCall = 'RemoveEnvironmentCleanupHook';

/**
 * The folder that node-gyp takes headers from, for a Node that stands in `nodeFolder`; undefined where it has none.
 * With the headers of Node 24.19 and later (nodejs/node#65446) a module of SQLite's kind ends the whole process when an
 * object of it is collected while no JavaScript runs. Those get the one header as it was before.
 * @param {string} nodeFolder
 * @param {string} cacheFolder
 * @returns {string | undefined}
 */
export function headersFor(nodeFolder, cacheFolder) {
  const headers = join(nodeFolder, 'include/node');
  if (!existsSync(join(headers, 'node.h'))) return undefined;
  const objectWrap = readFileSync(join(headers, 'node_object_wrap.h'), 'utf8');
  if (!objectWrap.includes(fatalCall)) return nodeFolder;

  const mended = join(cacheFolder, 'include/node');
  rmSync(cacheFolder, { recursive: true, force: true });
  mkdirSync(mended, { recursive: true });
  for (const name of readdirSync(headers)) {
    if (name !== 'node_object_wrap.h') symlinkSync(join(headers, name), join(mended, name));
  }
  const calls = /\b(?:Add|Remove)EnvironmentCleanupHook\([^;]*\);/g;
  writeFileSync(join(mended, 'node_object_wrap.h'), objectWrap.replace(calls, ''));
  return cacheFolder;
}

/**
 * Whether a native module would end the process in that way.
 * @param {string} file
 */
export function endsProcess(file) {
  return existsSync(file) && readFileSync(file).includes(fatalCall);
}
