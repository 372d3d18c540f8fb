import { connect } from 'node:net';
import type { Load } from './load.ts';
import { median } from './load.ts';

export interface Post {
  port: number;
  path: string;
  headers: Record<string, string>;
  /** Headers that each request has of its own. */
  nextHeaders?: () => Record<string, string>;
  body: string;
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
  /** Of each response, sorted. */
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
  const endsAt = startedAt + seconds * 1000;
  let begun = 0;
  await Promise.all(
    Array.from({ length: connections }, (_, index) => {
      const { port, next } = at(calls, index % calls.length);
      return repeat(port, next, mayGoOn, (ms) => taken.push(ms));
    }),
  );
  const tookSeconds = (performance.now() - startedAt) / 1000;
  const p50Ms = median(taken);
  taken.sort((a, b) => a - b);
  return {
    answers: taken.length,
    requestsPerSecond: taken.length / tookSeconds,
    p50Ms,
    takenMs: taken,
    p99Ms: taken[Math.floor(taken.length * 0.99)] ?? Number.NaN,
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
