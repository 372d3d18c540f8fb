import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, openSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { serverArguments } from '../../cli/start/server-bundle.mjs';
import type { DataPlace } from '../../server/env.ts';

export interface Running {
  url: string;
  /** From the start of the process to its first 200. */
  readySeconds: number;
  /** The current memory, including the pages process. */
  residentMegabytes: () => number;
  /** The processor time of all its threads. */
  busySeconds: () => number;
  /** Its processes: a portal's pages have one of their own. */
  processIds: () => number[];
  /** Resolves when it is idle, because a portal checks its ledger after the start. */
  untilIdle: () => Promise<void>;
  stop: () => Promise<void>;
}

const readyLimitMs = 60_000;
const idleLimitMs = 300_000;
/** Hundredths of a second of CPU time in a second. A portal with nothing to do needs one or two, for its timers. */
const idleTicks = 5;

/** All portals of a database have it. */
const secret = 'a secret of the benchmarks that nobody else has';

/** `npm start` with a finished build. */
export const startCommand = ['cli/start.mjs'];

/** Another bundle of the server than that of the build. */
export function ofBundle(bundle: string): string[] {
  return [...serverArguments.slice(0, -1), bundle];
}

interface Program {
  /** The checkout whose build it runs. */
  root?: string;
  script?: string[];
}

/** A portal on SQLite or PostgreSQL. On PostgreSQL it is ready when it can write, and its folder has only the log. */
export async function startPortal(
  { dataFolder, databaseUrl }: DataPlace,
  settings: Record<string, string> = {},
  { root = '.', script = serverArguments }: Program = {},
): Promise<Running> {
  mkdirSync(dataFolder, { recursive: true });
  const port = await freePort();
  const environment = {
    NODE_ENV: 'production',
    PORT: String(port),
    HOST: '127.0.0.1',
    FAREBOX_DATA: dataFolder,
    FAREBOX_TOOLBOX_PORT: '0',
    FAREBOX_RATE_LIMIT: '0',
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl, FAREBOX_SECRET: secret }),
    ...settings,
  };
  const probe = databaseUrl === undefined ? '/api/health' : '/api/ready';
  return start(script, port, { environment, probe, logFile: join(dataFolder, 'log'), cwd: root });
}

/** `next start` of a folder, until it answers the probe. */
export async function startNext(
  folder: string,
  probe: string,
  settings: Record<string, string> = {},
): Promise<Running> {
  const port = await freePort();
  const next = ['node_modules/next/dist/bin/next', 'start', folder];
  const args = [...next, '--port', String(port), '--hostname', '127.0.0.1'];
  return start(args, port, { environment: { NODE_ENV: 'production', ...settings }, probe });
}

/** One of `servers.ts`. */
export async function startServer(
  kind: 'upstream' | 'constant' | 'sqlite' | 'proxy',
  source: string | number = '',
): Promise<Running> {
  const port = await freePort();
  return start(['--import', 'tsx', 'bench/harness/servers.ts', kind, String(port), String(source)], port);
}

interface StartOptions {
  environment?: Record<string, string>;
  /** Its path is requested until it responds. */
  probe?: string;
  /** Node by default. */
  command?: string;
  cwd?: string;
  /** For standard error, where a portal writes a line for each call. */
  logFile?: string;
}

/** Waits for the first response to the probe. */
export async function start(
  args: string[],
  port: number,
  { environment = {}, probe = '/', command = process.execPath, cwd = '.', logFile }: StartOptions = {},
): Promise<Running> {
  const url = `http://127.0.0.1:${port}`;
  const startedAt = performance.now();
  const log = logFile === undefined ? 'inherit' : openSync(logFile, 'w');
  const env = { ...process.env, ...environment };
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'ignore', log] });
  const exited = once(child, 'exit');
  const endWithBench = () => void child.kill();
  process.once('exit', endWithBench);
  child.once('exit', () => process.off('exit', endWithBench));
  await untilReady(`${url}${probe}`, child);
  return {
    url,
    readySeconds: (performance.now() - startedAt) / 1000,
    residentMegabytes: () => sum(withPages(child), residentMegabytes),
    busySeconds: () => busySeconds(withPages(child)),
    processIds: () => withPages(child),
    untilIdle: () => untilIdle(child),
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

async function untilReady(address: string, child: ChildProcess): Promise<void> {
  const deadline = performance.now() + readyLimitMs;
  while (performance.now() < deadline && child.exitCode === null) {
    const ready = await fetch(address).then(
      async (answer) => (await answer.arrayBuffer(), answer.ok),
      () => false,
    );
    if (ready) return;
    await setTimeout(10);
  }
  throw new Error(`${address} was not ready within ${readyLimitMs / 1000} s.`);
}

/** A process and, for a portal, its pages process; for nginx, its worker. */
function withPages({ pid = 0 }: ChildProcess): number[] {
  const isOfPages = (one: number) =>
    /pages\.mjs|nginx: worker/.test(readFileSync(`/proc/${one}/cmdline`, 'utf8'));
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  return [pid, ...children.map(Number).filter(isOfPages)];
}

function sum(pids: number[], measure: (pid: number) => number): number {
  return pids.reduce((total, pid) => total + measure(pid), 0);
}

function residentMegabytes(pid: number): number {
  const [, pages = '0'] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ');
  return Math.round((Number(pages) * 4096) / 1e6);
}

async function untilIdle(child: ChildProcess): Promise<void> {
  const deadline = performance.now() + idleLimitMs;
  let before = sum(withPages(child), busyTicks);
  let idleSeconds = 0;
  while (performance.now() < deadline) {
    await setTimeout(1_000);
    const now = sum(withPages(child), busyTicks);
    idleSeconds = now - before > idleTicks ? 0 : idleSeconds + 1;
    if (idleSeconds === 3) return;
    before = now;
  }
  throw new Error(`A server is still busy after ${idleLimitMs / 1000} s.`);
}

/** The processor time of processes. */
export function busySeconds(pids: number[]): number {
  return sum(pids, busyTicks) / 100;
}

/** The CPU time of all its threads in hundredths of a second. */
function busyTicks(pid: number): number {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const [user, system] = fields.split(' ').slice(11, 13);
  return Number(user) + Number(system);
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  const closed = once(probe, 'close');
  probe.close();
  await closed;
  if (typeof address !== 'object' || address === null) throw new Error('No port is free.');
  return address.port;
}
