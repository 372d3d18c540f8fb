import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

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
