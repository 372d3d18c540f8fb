import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { newest, postgresFolder } from '../../cli/test/postgres.mjs';
import { freePort } from './free-port.ts';

/** PostgreSQL refuses to run as root: then it runs as nobody, with a copy of its programs that nobody can read. */
const nobody = { uid: 65_534, gid: 65_534 };
const root = join(import.meta.dirname, '../..');
const user = 'farebox';
const readyMs = 300_000;
const command = promisify(execFile);

export interface PostgresServer {
  port: number;
  /** The address of a database. */
  url(database: string): string;
  /** Makes an empty database, or a copy of another, and returns its address. */
  makeDatabase(name: string, template?: string): Promise<string>;
  start(): Promise<void>;
  /** `immediate` is a crash: what was not committed is lost, and the next start recovers. */
  stop(how: 'fast' | 'immediate'): Promise<void>;
  /** Stops the server and deletes its data. */
  close(): Promise<void>;
}

/** No test needs the data after a power cut. A checkpoint of 60 databases took 7 s with fsync, and 0.3 s without. */
export const unsynced = { fsync: 'off' };

/** Starts a PostgreSQL server with an empty cluster of its own. Durable, like that of an operator. */
export async function startPostgres(
  settings: Record<string, string> = {},
  version = newest,
): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'farebox-postgres-'));
  const isRoot = process.getuid?.() === 0;
  const programs = isRoot ? join(folder, 'programs') : postgresFolder(root, version);
  if (isRoot) {
    chmodSync(folder, 0o755);
    cpSync(postgresFolder(root, version), programs, { recursive: true, verbatimSymlinks: true });
  }
  const data = join(folder, 'data');
  mkdirSync(data, { mode: 0o700 });
  if (isRoot) chownSync(data, nobody.uid, nobody.gid);
  const run = { cwd: data, env: { ...process.env, LC_ALL: 'C' }, ...(isRoot && nobody) };
  const cluster = [
    '--pgdata',
    data,
    '--username',
    user,
    '--auth',
    'trust',
    '--encoding',
    'UTF8',
    '--no-sync',
  ];
  execFileSync(join(programs, 'bin/initdb'), [...cluster, '--locale', 'C', '--no-instructions'], {
    ...run,
    stdio: 'pipe',
  });
  const port = await freePort();
  const url = (database: string) => `postgres://${user}@127.0.0.1:${port}/${database}`;
  const options = {
    max_connections: '200',
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    ...settings,
  };
  const flags = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  let server: ChildProcess | undefined;

  async function start(): Promise<void> {
    const started = spawn(join(programs, 'bin/postgres'), ['-D', data, '-p', String(port), ...flags], {
      ...run,
      stdio: 'ignore',
    });
    server = started;
    await untilReady(url('postgres'), started);
  }

  async function stop(how: 'fast' | 'immediate'): Promise<void> {
    if (!server || server.exitCode !== null) return;
    const ended = once(server, 'exit');
    server.kill(how === 'fast' ? 'SIGINT' : 'SIGQUIT');
    await ended;
  }

  await start();
  return {
    port,
    url,
    async makeDatabase(name, template) {
      const client = new pg.Client(url('postgres'));
      await client.connect();
      await client.query(`CREATE DATABASE "${name}" TEMPLATE "${template ?? 'template0'}"`);
      await client.end();
      return url(name);
    },
    start,
    stop,
    async close() {
      await stop('immediate');
      // Hundreds of databases are a hundred thousand files: `rmSync` held this process for three minutes.
      await command('rm', ['-rf', folder]);
    },
  };
}

async function untilReady(url: string, server: ChildProcess): Promise<void> {
  const until = performance.now() + readyMs;
  for (;;) {
    const client = new pg.Client(url);
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (server.exitCode !== null || performance.now() > until)
        throw new Error('PostgreSQL did not start.', { cause: error });
      await setTimeout(50);
    }
  }
}
