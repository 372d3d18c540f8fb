import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, get, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Pool } from 'undici';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Problem } from '../../../lib/problem/problem.ts';
import { handOver } from '../../../server/pages/pages-process.ts';
import { takeHandedOver } from '../../../server/pages/handed-over.ts';
import { listenOnLoopback } from '../../setup/listen-on-loopback.ts';

let folder: string;
let pool: Pool;
let front: Server;
let behind: Server;
/** What handing over failed with. */
let failures: unknown[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'farebox-hand-over-'));
  failures = [];
});
afterEach(async () => {
  for (const server of [front, behind]) {
    server.closeAllConnections();
    server.close();
  }
  await pool.destroy();
  await rm(folder, { recursive: true, force: true });
});

/** A server that hands over to one behind a socket. */
async function serve(answer: RequestListener, prepare: RequestListener = () => {}): Promise<number> {
  const socketPath = join(folder, 'socket');
  behind = createServer(answer).listen(socketPath);
  await once(behind, 'listening');
  pool = new Pool('http://pages', { socketPath, headersTimeout: 0, bodyTimeout: 0 });
  front = createServer((incoming, outgoing) => {
    prepare(incoming, outgoing);
    handOver(pool, incoming, outgoing, '4.2.1').catch((error: unknown) => {
      failures.push(error);
      if (!outgoing.destroyed) outgoing.writeHead(503).end();
    });
  });
  return listenOnLoopback(front);
}

it('the one behind learns what was asked, from where, and what was published', async () => {
  const seen: object[] = [];
  const port = await serve((incoming, outgoing) => {
    seen.push({
      method: incoming.method,
      url: incoming.url,
      ...takeHandedOver(incoming),
      headers: incoming.headers,
    });
    outgoing.end();
  });
  const headers = {
    cookie: 'a=1; b=2',
    'x-forwarded-for': '192.0.2.1',
    'farebox-address': '192.0.2.66',
    'farebox-published': '9.9.9',
    'content-length': '4',
    expect: '100-continue',
    te: 'trailers',
    upgrade: 'h2c',
  };
  const [reply] = await responseOf(
    get({ port, path: '/a?b=%C3%BC', headers, method: 'HEAD', localAddress: '127.0.0.1' }),
  );
  expect(reply.statusCode).toBe(200);
  expect(seen).toEqual([
    {
      method: 'HEAD',
      url: '/a?b=%C3%BC',
      socketAddress: '127.0.0.1',
      published: '4.2.1',
      headers: {
        cookie: 'a=1; b=2',
        host: `localhost:${port}`,
        'x-forwarded-for': '192.0.2.1',
        connection: 'close',
      },
    },
  ]);
});

it('its answer comes as it is; what the portal said before stays', async () => {
  const port = await serve(
    (_incoming, outgoing) => {
      outgoing.writeHead(404, [
        'X-Own',
        'theirs',
        'Vary',
        'a',
        'Vary',
        'b',
        'Content-Length',
        '5',
        'Keep-Alive',
        'timeout=1',
      ]);
      outgoing.end('whole');
    },
    (_incoming, outgoing) => outgoing.setHeader('x-own', 'ours'),
  );
  const [reply] = await responseOf(get({ port }));
  expect([reply.statusCode, await text(reply)]).toEqual([404, 'whole']);
  expect(reply.headers).toMatchObject({ 'x-own': 'ours', vary: 'a, b', 'content-length': '5' });
  expect(reply.headers['keep-alive']).not.toBe('timeout=1');
});

it('is streamed: a reader has its beginning before it has an end', async () => {
  let finish = () => {};
  const port = await serve((_incoming, outgoing) => {
    outgoing.write('begin ');
    finish = () => void outgoing.end('end');
  });
  const [reply] = await responseOf(get({ port }));
  const [first] = await once(reply.setEncoding('utf8'), 'data');
  expect(first).toBe('begin ');
  finish();
  expect(await text(reply)).toBe('end');
});

it.each([
  ['before it begins', false],
  ['in its middle', true],
])('a reader who goes away %s ends it behind, too', async (_when, hasBegun) => {
  let isAsked = () => {};
  const asked = new Promise<void>((resolve) => (isAsked = resolve));
  let isOver = () => {};
  const over = new Promise<void>((resolve) => (isOver = resolve));
  const port = await serve((_incoming, outgoing) => {
    outgoing.once('close', isOver);
    if (hasBegun) outgoing.write('begin');
    isAsked();
  });
  const request = get({ port });
  const gone = once(request, 'error');
  await asked;
  if (hasBegun)
    request.once('response', (reply) => reply.once('data', () => request.destroy()).once('error', () => {}));
  else request.destroy(new Error('gone'));
  await over;
  if (!hasBegun) await gone;
  expect(failures).toEqual([]);
});

it('one that ends before it has begun to answer is a refusal that says when to come again', async () => {
  const port = await serve((incoming) => incoming.socket.destroy());
  const [reply] = await responseOf(get({ port }));
  expect(reply.statusCode).toBe(503);
  expect(failures).toEqual([expect.any(Problem)]);
  expect(failures[0]).toMatchObject({ code: 'unavailable', headers: { 'retry-after': '2' } });
});

it('one that ends in the middle of its answer leaves it cut off, and not whole', async () => {
  const port = await serve((incoming, outgoing) => {
    outgoing.write('begin');
    setImmediate(() => incoming.socket.destroy());
  });
  const [reply] = await responseOf(get({ port }));
  await expect(text(reply)).rejects.toMatchObject({ code: 'ECONNRESET' });
});

/** The one argument of the event. */
function responseOf(request: ReturnType<typeof get>): Promise<[IncomingMessage]> {
  return once(request, 'response') as Promise<[IncomingMessage]>;
}
