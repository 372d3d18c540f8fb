import { connect } from 'node:net';
import autocannon from 'autocannon';
import { median, quantile, usual } from './findings.ts';

export interface Post {
  port: number;
  path: string;
  headers: Record<string, string>;
  /** Headers that each request has of its own. */
  nextHeaders?: () => Record<string, string>;
  body: string;
}

export interface Load {
  requestsPerSecond: number;
  p99Ms: number;
}

interface Volley {
  connections: number;
  /** The first limit that is reached ends it. */
  seconds?: number;
  requests?: number;
}

export interface Fired extends Load {
  answers: number;
  p50Ms: number;
  /** Of each response. */
  takenMs: number[];
}

/**
 * Repeats one request on each of many raw sockets as fast as responses arrive; several requests are dealt to the sockets
 * in turn. An HTTP client would use as much of the two cores as the subject itself. Every response must be a 200.
 */
export async function fire(
  to: Post | readonly Post[],
  { connections, seconds = 3_600, requests }: Volley,
): Promise<Fired> {
  const taken: number[] = [];
  const mayGoOn = () => performance.now() < endsAt && (requests === undefined || ++begun <= requests);
  const calls = [to].flat().map((post) => ({ port: post.port, next: requestsOf(post) }));
  const startedAt = performance.now();
  const endsAt = startedAt + usual(seconds, 0.5) * 1000;
  let begun = 0;
  await Promise.all(
    Array.from({ length: connections }, (_, index) => {
      const { port, next } = at(calls, index % calls.length);
      return repeat(port, next, mayGoOn, (ms) => taken.push(ms));
    }),
  );
  const tookSeconds = (performance.now() - startedAt) / 1000;
  return {
    answers: taken.length,
    requestsPerSecond: taken.length / tookSeconds,
    p50Ms: median(taken),
    p99Ms: quantile(taken, 0.99),
    takenMs: taken,
  };
}

function at<Item>(items: readonly Item[], index: number): Item {
  const item = items[index];
  if (item === undefined) throw new Error('There is nothing to send.');
  return item;
}

function repeat(
  port: number,
  nextRequest: () => Buffer,
  mayGoOn: () => boolean,
  onAnswer: (milliseconds: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let received: Buffer = Buffer.alloc(0);
    let askedAt = 0;
    const ask = () => {
      if (!mayGoOn()) return void socket.end();
      const request = nextRequest();
      askedAt = performance.now();
      socket.write(request);
    };
    socket.on('connect', ask);
    socket.on('data', (chunk: Buffer) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      if (!isWhole(received)) return;
      if (received.toString('latin1', 9, 12) !== '200')
        return void socket.destroy(new Error(`Not a 200: ${received.toString('latin1', 0, 2_000)}`));
      received = Buffer.alloc(0);
      onAnswer(performance.now() - askedAt);
      ask();
    });
    socket.on('error', reject);
    socket.on('close', () => resolve());
  });
}

function isWhole(answer: Buffer): boolean {
  const end = answer.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const head = answer.toString('latin1', 0, end);
  const length = /\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length !== undefined) return answer.length >= end + 4 + Number(length);
  return answer.subarray(-5).equals(lastChunk);
}

const lastChunk = Buffer.from('0\r\n\r\n');

function requestsOf(post: Post): () => Buffer {
  const { nextHeaders } = post;
  if (nextHeaders) return () => requestBytes({ ...post, headers: { ...post.headers, ...nextHeaders() } });
  const bytes = requestBytes(post);
  return () => bytes;
}

function requestBytes({ path, headers, body }: Post): Buffer {
  const fields = { host: 'portal', 'content-type': 'application/json', ...headers };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  const length = `content-length: ${Buffer.byteLength(body)}\r\n`;
  return Buffer.from(`POST ${path} HTTP/1.1\r\n${lines.join('')}${length}\r\n${body}`);
}

interface Question {
  url: string;
  /** Of a POST. */
  body?: string;
  /** Returns the path of the next request, to vary the requests. */
  nextPath?: () => string;
}

/** Sixteen connections that send as fast as responses arrive. Every response must be a 200. */
export async function load({ url, body, nextPath }: Question): Promise<Load> {
  const taken: number[] = [];
  const options = {
    url,
    connections: 16,
    duration: usual(4, 2),
    ...(body !== undefined && {
      method: 'POST' as const,
      body,
      headers: { 'content-type': 'application/json' },
    }),
    ...(nextPath && {
      requests: [{ setupRequest: (request: autocannon.Request) => ({ ...request, path: nextPath() }) }],
    }),
  };
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const instance = autocannon(options, (error: unknown, done) =>
      error ? reject(asError(error)) : resolve(done),
    );
    instance.on('response', (_client, _status, _bytes, milliseconds) => taken.push(milliseconds));
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refusals, ${result.errors} errors.`);
  return { requestsPerSecond: result.requests.average, p99Ms: quantile(taken, 0.99) };
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/** The milliseconds of one request after the other, each with a 200. */
export async function timesOf(
  urls: readonly string[],
  headers: Record<string, string> = {},
): Promise<number[]> {
  const taken: number[] = [];
  for (const url of urls) {
    const startedAt = performance.now();
    const response = await fetch(url, { headers });
    await response.arrayBuffer();
    taken.push(performance.now() - startedAt);
    if (!response.ok) throw new Error(`${url} answered ${response.status}.`);
  }
  return taken;
}
