import { existsSync, accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runCommand } from '../start/run-command.mjs';

const limitMs = 300_000;

/**
 * Installs a package of Debian, if this is a Debian and we are root.
 * @param {string} name
 * @param {string} root
 * @param {(line: string) => void} say
 */
export async function installDebianPackage(name, root, say) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [['update'], ['install', '--yes', '--no-install-recommends', name]])
    await runCommand('/usr/bin/apt-get', args, { cwd: root, env, timeLimitMs: limitMs, onLine: say });
}

/**
 * Programs of these names that can be run, in the folders of PATH or in others.
 * @param {string[]} names
 * @param {string[]} [otherFolders]
 */
export function findPrograms(names, otherFolders = []) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return [...folders, ...otherFolders]
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .filter(isExecutable);
}

/** @param {string} file */
export function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    // Not there, or not for us: no candidate either way.
    return false;
  }
}
