import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * SHA-256 over the names and contents of the files at `paths`, folders whole: what a step is made of. Contents rather
 * than times, because a checkout touches files that did not change. A path that is not there counts as such.
 * @param {string} root
 * @param {string[]} paths
 * @param {string[]} extra further text that the step depends on
 */
export function fingerprint(root, paths, extra = []) {
  const hash = createHash('sha256');
  for (const text of extra) hash.update(`${text}\0`);
  for (const path of paths) addPath(hash, root, path);
  return hash.digest('hex');
}

/**
 * @param {import('node:crypto').Hash} hash
 * @param {string} root
 * @param {string} path
 */
function addPath(hash, root, path) {
  const stats = statSync(join(root, path), { throwIfNoEntry: false });
  if (stats?.isDirectory()) {
    for (const name of readdirSync(join(root, path)).sort()) addPath(hash, root, `${path}/${name}`);
  } else if (stats?.isFile()) {
    const content = readFileSync(join(root, path));
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
}

/**
 * Whether the stamp that a step left says that it was made of this.
 * @param {string} stampFile
 * @param {string} expected
 */
export function isStamped(stampFile, expected) {
  const stats = statSync(stampFile, { throwIfNoEntry: false });
  return stats !== undefined && readFileSync(stampFile, 'utf8') === expected;
}

/**
 * @param {string} stampFile
 * @param {string} made
 */
export function stamp(stampFile, made) {
  mkdirSync(dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, made);
}
