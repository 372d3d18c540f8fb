import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { npmCommand } from '../../cli/start/dependencies.mjs';
import type { DataPlace } from '../../server/env.ts';
import { type BenchPostgres, startBenchPostgres } from './postgres.ts';
import { type Running, startPortal, startServer } from './processes.ts';

const cacheFolder = resolve('node_modules/.cache/farebox/bench');

/** One benchmark: an empty folder, and what it has started, which is stopped when it ends. */
export class Bench {
  readonly folder: string;
  readonly #started: { stop(): Promise<void> }[] = [];

  constructor(name: string) {
    this.folder = join(cacheFolder, name);
    rmSync(this.folder, { recursive: true, force: true });
    mkdirSync(this.folder, { recursive: true });
  }

  /** An empty folder for the data of a portal on SQLite. */
  makePlace(name: string): DataPlace {
    const dataFolder = join(this.folder, name);
    mkdirSync(dataFolder);
    return { dataFolder };
  }

  /** Stops it at the end, after what has been started later. */
  async start<Server extends { stop(): Promise<void> }>(starting: Promise<Server>): Promise<Server> {
    const server = await starting;
    this.#started.push(server);
    return server;
  }

  startPortal(...portal: Parameters<typeof startPortal>): Promise<Running> {
    return this.start(startPortal(...portal));
  }

  /** The upstream of the calls. */
  startUpstream(): Promise<Running> {
    return this.start(startServer('upstream'));
  }

  startPostgres(settings?: Record<string, string>): Promise<BenchPostgres> {
    return this.start(startBenchPostgres(this.folder, settings));
  }

  async end(): Promise<void> {
    for (const server of this.#started.toReversed()) await server.stop();
  }
}

/** Seeds a folder once: it outlives the benchmark. */
export async function seedOnce(
  name: string,
  what: string,
  seed: (dataFolder: string) => Promise<void>,
): Promise<DataPlace> {
  const dataFolder = join(cacheFolder, 'seeds', name);
  const stamp = join(dataFolder, 'seeded');
  if (existsSync(stamp)) return { dataFolder };
  rmSync(dataFolder, { recursive: true, force: true });
  mkdirSync(dataFolder, { recursive: true });
  console.log(`Seeding ${what}`);
  await seed(dataFolder);
  writeFileSync(stamp, '');
  return { dataFolder };
}

/** Installs packages once outside the project, because they are not dependencies. Returns the folder. */
export function installApart(name: string, packages: Record<string, string>): string {
  const folder = join(cacheFolder, 'packages', name);
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
