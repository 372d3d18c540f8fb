import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { Pool } from 'undici';
import { Problem } from '../../lib/problem/problem.ts';
import { errorText, log, passOnLine } from '../log.ts';
import { namesOfIncoming } from '../http/arriving-request.ts';
import { BuildFiles } from './build-files.ts';
import { checkPath, handedOverHeaders, isOfConnection } from './handed-over.ts';
import type { Pages } from './pages.ts';
import type { PublishedCounts } from '../products/list-catalogue.ts';

const entry = fileURLToPath(new URL('./pages.mjs', import.meta.url));

/** Long enough not to spin if pages cannot start, short enough that a crash is hardly noticed. */
const restartDelayMs = 1_000;

/** A process that takes longer hangs. */
const checkLimitMs = 5_000;

const recentMs = 1_000;

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

/**
 * Runs Next in a separate process, so that rendering does not delay calls and Next does not slow down their promises.
 * It is restarted when it ends, and never outlives this process (`end-with-front`).
 */
export class PagesProcess implements Pages {
  /** Resolves when the process can render; rejects if it ends before. */
  readonly ready: Promise<void>;
  readonly #published: PublishedCounts;
  readonly #files = new BuildFiles(new URL('./', import.meta.url));
  #child: Child | undefined;
  /** Connections to the process while it can render. */
  #pool: Pool | undefined;
  #answeredAtMs = -Infinity;
  #isClosed = false;

  /** `naming`: the fingerprint of the secret that makes names. */
  constructor(
    published: PublishedCounts,
    readonly naming: string,
  ) {
    this.#published = published;
    this.ready = new Promise((resolve, reject) => this.#start(resolve, reject));
  }

  async handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    if (await this.#files.answer(incoming, outgoing)) return;
    const pool = this.#pool ?? refuse();
    try {
      await handOver(pool, incoming, outgoing, this.#published.toString());
      if (outgoing.writableFinished) this.#answeredAtMs = performance.now();
    } catch (error) {
      this.#answeredAtMs = -Infinity;
      throw error;
    }
  }

  /** A recent response is proof enough. A check would wait behind pages. */
  async check(): Promise<void> {
    const pool = this.#pool ?? refuse();
    if (performance.now() - this.#answeredAtMs < recentMs) return;
    const signal = AbortSignal.timeout(checkLimitMs);
    const { statusCode, body } = await pool.request({
      path: checkPath,
      method: 'GET',
      signal,
    });
    await body.dump();
    if (statusCode !== 204) throw new Error(`The pages process responded with ${statusCode}.`);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    if (!this.#child) return;
    const exited = once(this.#child, 'exit');
    this.#child.stdin.end();
    await exited;
  }

  #start(onReady: () => void, onEnd: (error: Error) => void): void {
    const folder = mkdtempSync(join(tmpdir(), 'farebox-pages-'));
    const socketPath = join(folder, 'socket');
    const args = [...process.execArgv, entry, this.naming, socketPath];
    const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'pipe'] });
    const ended = (reason: Record<string, unknown>, error: Error) => {
      rmSync(folder, { recursive: true, force: true });
      void this.#pool?.destroy();
      this.#pool = undefined;
      this.#child = undefined;
      if (this.#isClosed) return;
      log('error', 'pages-ended', reason);
      onEnd(error);
      this.#restart();
    };
    child.once('error', (error) => {
      // A process that did not start does not exit, and may have no streams.
      if (child.pid === undefined) ended({ message: error.message }, error);
    });
    if (child.pid === undefined) return;
    this.#child = child;
    child.stdin.on('error', () => {});
    createInterface(child.stderr).on('line', passOnLine);
    createInterface(child.stdout).once('line', () => {
      this.#pool = new Pool('http://pages', { socketPath, headersTimeout: 0, bodyTimeout: 0 });
      onReady();
    });
    child.once('exit', (code, signal) => {
      ended({ code, signal }, new Error('The pages process ended during its start.'));
    });
  }

  #restart(): void {
    const start = () => {
      if (this.#isClosed) return;
      try {
        this.#start(ignore, ignore);
      } catch (error) {
        log('error', 'pages-ended', { message: errorText(error) });
        this.#restart();
      }
    };
    setTimeout(start, restartDelayMs).unref();
  }
}

/** Only the first start is awaited. */
function ignore(): void {}

function refuse(): never {
  throw new Problem('unavailable', 'The pages are starting.', [], { 'retry-after': '2' });
}

/** Forwards a request to the pages process. If the client disconnects, it is aborted there, too. */
export async function handOver(
  pool: Pool,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  published: string,
): Promise<void> {
  const gone = new AbortController();
  outgoing.once('close', () => gone.abort());
  const { method = 'GET', url = '/' } = incoming;
  const headers = handedOverHeaders(incoming, published);
  const options = { path: url, method, headers, signal: gone.signal, responseHeaders: 'raw' } as const;
  try {
    await pool.stream(options, ({ statusCode, headers: answered }) => {
      copyHeaders(rawHeaders(answered), outgoing);
      outgoing.writeHead(statusCode);
      return outgoing;
    });
  } catch (error) {
    if (outgoing.destroyed) return;
    log('error', 'page-cut-off', { ...namesOfIncoming(incoming), error: errorText(error) });
    throw new Problem('unavailable', 'The page could not be rendered.', [], { 'retry-after': '2' });
  }
}

/** Keeps headers that the portal has already set. */
function copyHeaders(answered: readonly string[], outgoing: ServerResponse): void {
  const own = new Set(outgoing.getHeaderNames());
  for (let index = 0; index < answered.length; index += 2) {
    const name = answered[index] ?? '';
    const lower = name.toLowerCase();
    if (own.has(lower) || isOfConnection(lower)) continue;
    outgoing.appendHeader(name, answered[index + 1] ?? '');
  }
}

/** Undici is asked for raw headers: alternating names and values. Its types omit that. */
function rawHeaders(answered: unknown): readonly string[] {
  return answered as readonly string[];
}
