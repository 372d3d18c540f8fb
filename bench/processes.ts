import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, openSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { serverArguments } from '../cli/start/server-bundle.mjs';
import type { PostgresPlace } from './bench-postgres.ts';

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

/** `root`: the checkout whose build it runs. */
export function startPortal(
  dataFolder: string,
  settings: Record<string, string> = {},
  root = '.',
): Promise<Running> {
  return startServer(serverArguments, dataFolder, settings, { root });
}

/** A portal of another bundle than that of the build. */
export function startBundle(
  bundle: string,
  dataFolder: string,
  settings: Record<string, string> = {},
): Promise<Running> {
  return startServer([...serverArguments.slice(0, -1), bundle], dataFolder, settings);
}

/** All portals of a database have it. */
const secret = 'a secret of the benchmarks that nobody else has';

/** A portal on PostgreSQL. Its folder has only the log. It is ready when it can write. */
export function startPostgresPortal(
  { dataFolder, databaseUrl }: PostgresPlace,
  settings: Record<string, string> = {},
  root = '.',
): Promise<Running> {
  mkdirSync(dataFolder, { recursive: true });
  const place = { DATABASE_URL: databaseUrl, FAREBOX_SECRET: secret };
  return startServer(serverArguments, dataFolder, { ...place, ...settings }, { root, probe: '/api/ready' });
}

/** `npm start` with a finished build. */
export function startByCommand(dataFolder: string): Promise<Running> {
  return startServer(['cli/start.mjs'], dataFolder);
}

async function startServer(
  script: string[],
  dataFolder: string,
  settings: Record<string, string> = {},
  { root = '.', probe = '/api/health' } = {},
): Promise<Running> {
  const port = await freePort();
  const environment = {
    NODE_ENV: 'production',
    PORT: String(port),
    HOST: '127.0.0.1',
    FAREBOX_DATA: dataFolder,
    FAREBOX_TOOLBOX_PORT: '0',
    FAREBOX_RATE_LIMIT: '0',
    ...settings,
  };
  return start(script, environment, `http://127.0.0.1:${port}`, probe, {
    logFile: join(dataFolder, 'log'),
    cwd: root,
  });
}

/** The same build with Next alone: only its static files. */
export async function startBareNext(): Promise<Running> {
  const port = await freePort();
  return start(nextStart('.', port), { NODE_ENV: 'production' }, `http://127.0.0.1:${port}`, '/icon.svg');
}

/** A baseline for lists: `constant BYTES` or `sqlite FILE`. */
export async function startPlain(kind: 'constant' | 'sqlite', source: string): Promise<Running> {
  const port = await freePort();
  return start(
    ['--import', 'tsx', 'bench/plain-servers.ts', kind, String(port), source],
    {},
    `http://127.0.0.1:${port}`,
    '/',
  );
}

/** The upstream of the calls. */
export async function startUpstream(): Promise<Running> {
  const port = await freePort();
  return start(['--import', 'tsx', 'bench/upstream.ts', String(port)], {}, `http://127.0.0.1:${port}`, '/');
}

export async function startPlainNext(databaseFile: string): Promise<Running> {
  const port = await freePort();
  const environment = { NODE_ENV: 'production', BENCH_DATABASE: databaseFile };
  return start(nextStart('bench/plain-next', port), environment, `http://127.0.0.1:${port}`, '/api/list');
}

/** An empty page of the same Next. */
export async function startEmptyPage(): Promise<Running> {
  const port = await freePort();
  const args = nextStart('bench/plain-next', port);
  return start(args, { NODE_ENV: 'production' }, `http://127.0.0.1:${port}`, '/empty');
}

function nextStart(folder: string, port: number): string[] {
  return [
    'node_modules/next/dist/bin/next',
    'start',
    folder,
    '--port',
    String(port),
    '--hostname',
    '127.0.0.1',
  ];
}

interface StartOptions {
  /** Node by default. */
  command?: string;
  cwd?: string;
  /** For standard error, where a portal writes a line for each call. */
  logFile?: string;
}

/** Waits for the first response to the probe. */
export async function start(
  args: string[],
  environment: Record<string, string>,
  url: string,
  probe: string,
  { command = process.execPath, cwd = '.', logFile }: StartOptions = {},
): Promise<Running> {
  const startedAt = performance.now();
  const log = logFile === undefined ? 'inherit' : openSync(logFile, 'w');
  const env = { ...process.env, ...environment };
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'ignore', log] });
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
      const exited = once(child, 'exit');
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

/** A process and, for a portal, its pages process. */
function withPages({ pid = 0 }: ChildProcess): number[] {
  const isOfPages = (one: number) => readFileSync(`/proc/${one}/cmdline`, 'utf8').includes('pages.mjs');
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
