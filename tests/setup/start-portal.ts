import { type ChildProcess, spawn } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { serverArguments } from '../../cli/start/server-bundle.mjs';
import { keepDatabaseUrl, placeVariables } from './data-place.ts';
import { freePort } from './free-port.ts';
import { makePostgresDatabase } from './make-postgres-database.ts';

export interface RunningPortal {
  url: string;
  dataFolder: string;
  /** What became of the process, once it has ended. */
  exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  pid: number;
  /** The last whole lines of what it wrote to its standard output and error. */
  output: () => string;
  stop: () => Promise<void>;
}

/** A first start migrates and loads the whole catalogue, on a machine that may be busy. */
const readyLimitMs = 300_000;
const stopLimitMs = 30_000;

/** What a portal of a test may do without. Both have stand-ins, and it starts in half of the time. */
export interface Parts {
  pages?: boolean;
  toolbox?: boolean;
}

const quickPasswords = new URL('./quick-passwords.mjs', import.meta.url).href;
const standIns = fileURLToPath(new URL('./stand-ins.cjs', import.meta.url));

/**
 * The real server on a free port, with a data folder of its own: what `npm start` runs, once everything is built.
 * `prepare` is called with that folder before the server is; `variables` come on top of those of all tests.
 * Where nothing is prepared, the folder has the shipped catalogue if the suite has loaded it (loaded-data).
 */
export async function startPortal(
  args: string[] = [],
  prepare: (dataFolder: string) => Promise<unknown> = copyLoaded,
  variables: Record<string, string> = {},
  /** For those who must know it before. */
  givenPort?: number,
  parts: Parts = {},
): Promise<RunningPortal> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'farebox-portal-'));
  await prepare(dataFolder);
  const port = givenPort ?? (await freePort());
  const url = `http://127.0.0.1:${port}`;
  const nodeOptions = `${variables['NODE_OPTIONS'] ?? ''} --import ${quickPasswords}`;
  const server = spawn(process.execPath, [...serverArguments, ...args], {
    env: {
      ...process.env,
      ...portalVariables(port, dataFolder),
      ...placeVariables(dataFolder),
      ...variables,
      NODE_OPTIONS: nodeOptions,
      ...without(parts, nodeOptions),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [server.stdout, server.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-200_000);
    });
  }
  const exited: RunningPortal['exited'] = new Promise((resolve) =>
    server.once('exit', (code, signal) => resolve({ code, signal })),
  );
  const stop = async () => {
    await stopServer(server, exited);
    await rm(dataFolder, { recursive: true, force: true });
  };
  try {
    await untilHealthy(url, server);
  } catch (error) {
    await stop();
    throw new Error(`The portal did not become ready at ${url}. Its output was:\n${output}`, {
      cause: error,
    });
  }
  return {
    url,
    dataFolder,
    exited,
    pid: server.pid ?? 0,
    output: () => output.slice(0, output.lastIndexOf('\n') + 1),
    stop,
  };
}

/** The variables of a portal without them. */
export function without({ pages = true, toolbox = true }: Parts, nodeOptions = ''): Record<string, string> {
  if (pages && toolbox) return {};
  return {
    NODE_OPTIONS: `${nodeOptions} --require ${standIns}`,
    FAREBOX_TEST_STAND_INS: `${pages ? '' : 'pages'},${toolbox ? '' : 'toolbox'}`,
  };
}

async function copyLoaded(dataFolder: string): Promise<void> {
  if (isOnPostgres()) return keepDatabaseUrl(dataFolder, await makePostgresDatabase('loaded'));
  const loaded = process.env['FAREBOX_TEST_LOADED'];
  if (loaded !== undefined) await cp(loaded, dataFolder, { recursive: true });
}

/** For `prepare`: the start itself migrates and loads. */
export const emptyData = async (dataFolder: string): Promise<void> => {
  if (isOnPostgres()) keepDatabaseUrl(dataFolder, await makePostgresDatabase('template0'));
};

/** Whether the portals of this project's tests run on PostgreSQL. */
function isOnPostgres(): boolean {
  return process.env['FAREBOX_TEST_ENGINE'] === 'postgresql';
}

/** Everything is said, so that a developer's own `.env` has no part in the tests. */
export function portalVariables(port: number, dataFolder: string): NodeJS.ProcessEnv {
  return {
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    PORT: String(port),
    HOST: '127.0.0.1',
    FAREBOX_DATA: dataFolder,
    DATABASE_URL: '',
    DATABASE_URL_FILE: '',
    FAREBOX_TOOLBOX_PORT: '0',
    // Where the tests ask.
    FAREBOX_URL: `http://127.0.0.1:${port}`,
    FAREBOX_SECRET: '',
    FAREBOX_SECRET_FILE: '',
    FAREBOX_GUESTS: '',
    FAREBOX_GUEST_CREDITS: '',
    FAREBOX_CREDITS_URL: '',
    FAREBOX_RATE_LIMIT: '0',
    FAREBOX_REGISTRATION: '',
    FAREBOX_REGISTRATION_CREDITS: '',
    FAREBOX_TRUSTED_PROXIES: '',
    FAREBOX_EGRESS_ALLOW: '',
    FAREBOX_FILE_ALLOW: '',
    FAREBOX_WEBHOOK_ALLOW: '',
    FAREBOX_METRICS: '',
    FAREBOX_RETENTION_DAYS: '',
    // Prices change at once, unless a test is about their notice.
    FAREBOX_PRICE_NOTICE_DAYS: '0',
    FAREBOX_PRICE_APPROVAL: '',
    FAREBOX_SMTP_URL: '',
    FAREBOX_SMTP_URL_FILE: '',
    FAREBOX_MAIL_FROM: '',
    FAREBOX_OIDC: '',
    FAREBOX_OPERATOR_EMAIL: '',
    FAREBOX_OPERATOR_PASSWORD_HASH: '',
    FAREBOX_OPERATOR_PASSWORD_HASH_FILE: '',
  };
}

async function untilHealthy(url: string, server: ChildProcess): Promise<void> {
  const deadline = performance.now() + readyLimitMs;
  while (performance.now() < deadline) {
    if (server.exitCode !== null) throw new Error(`The portal ended with exit code ${server.exitCode}.`);
    const healthy = await fetch(`${url}/api/health`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (healthy) return;
    await setTimeout(50);
  }
  throw new Error(`The portal was not ready within ${readyLimitMs / 1000} s.`);
}

async function stopServer(server: ChildProcess, exited: Promise<unknown>): Promise<void> {
  server.kill('SIGTERM');
  const late = setTimeout(stopLimitMs, 'late', { ref: false });
  if ((await Promise.race([exited, late])) === 'late') server.kill('SIGKILL');
  await exited;
}
