import { existsSync } from 'node:fs';
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
