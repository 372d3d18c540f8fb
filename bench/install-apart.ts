import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { npmCommand } from '../cli/start/dependencies.mjs';

/** Installs packages once outside the project, because they are not dependencies. Returns the folder. */
export function installApart(name: string, packages: Record<string, string>): string {
  const folder = resolve('node_modules/.cache/farebox/bench', name);
  const manifest = JSON.stringify({ private: true, dependencies: packages });
  const stamp = join(folder, `${manifest.length}-${Object.values(packages).join('-')}`);
  if (existsSync(stamp)) return folder;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), manifest);
  console.log(`Installing ${Object.keys(packages).join(', ')} for the measurement`);
  const npm = npmCommand();
  const args = [...npm.args, 'install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = spawnSync(npm.command, args, { cwd: folder, stdio: 'inherit' });
  if (status !== 0) throw new Error(`npm could not install ${Object.keys(packages).join(', ')}.`);
  writeFileSync(stamp, '');
  return folder;
}
