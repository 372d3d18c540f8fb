import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, describe, test } from 'vitest';
import { CallAbort } from '../../../server/gateway/deadlines.ts';
import { CallClock } from '../../../server/calls/calls-under-way.ts';
import { UpstreamFailure } from '../../../server/gateway/exchange-failures.ts';
import {
  callTo,
  failureOf,
  outcomeOf,
  sendJson,
  signalOf,
  startUpstream,
  streamed,
  testGateway,
} from './gateway-rig.ts';

describe('an answer', () => {
  test('comes with its body, its type, and no header that speaks for another host', async () => {
    const upstream = await startUpstream((_, response) => {
      response.writeHead(201, {
        'Content-Type': 'application/json; charset=utf-8',
        'content-disposition': 'attachment; filename="a.json"',
        'content-language': 'de',
        'set-cookie': ['a=1', 'b=2'],
        'access-control-allow-origin': '*',
        'content-security-policy': "default-src 'self'",
        'strict-transport-security': 'max-age=1',
        'x-powered-by': 'itself',
        'cache-control': 'public',
        link: '</internal>; rel=self',
        server: 'itself',
        trailer: 'x',
      });
      response.end('{"a":1}');
    });
    const reply = await testGateway().dial(callTo(`${upstream.url}/a?b=c`));
    expect({ ...reply.headers }).toEqual({
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="a.json"',
      'content-language': 'de',
    });
    expect([reply.status, reply.contentType]).toEqual([201, 'application/json; charset=utf-8']);
    expect(String(await reply.buffer(100))).toBe('{"a":1}');
    expect(upstream.requests[0]?.url).toBe('/a?b=c');
  });

  test('without a type is bytes, and without a body is empty', async () => {
    const upstream = await startUpstream((_, response) => response.writeHead(204).end());
    const reply = await testGateway().dial(callTo(`${upstream.url}/`));
    expect([reply.status, reply.contentType, await reply.buffer(0)]).toEqual([
      204,
      'application/octet-stream',
      Buffer.alloc(0),
    ]);
  });

  test('to HEAD has no body, whatever length it says', async () => {
    const upstream = await startUpstream((_, response) =>
      response.writeHead(200, { 'content-length': 7 }).end(),
    );
    const reply = await testGateway().dial(callTo(`${upstream.url}/`, { request: { method: 'HEAD' } }));
    expect(await reply.buffer(100)).toEqual(Buffer.alloc(0));
  });

  test.each([
    ['says its length', { 'content-length': '300000' }],
    ['comes in chunks', {}],
  ])('that is too long to be buffered and %s is streamed from its first byte', async (_, headers) => {
    const whole = Buffer.alloc(300_000, 'abcdefghij');
    const upstream = await startUpstream((_, response) => response.writeHead(200, headers).end(whole));
    const reply = await testGateway().dial(callTo(`${upstream.url}/`));
    expect(await reply.buffer(1000)).toBeNull();
    expect((await streamed(reply)).equals(whole)).toBe(true);
  });

  test('that is exactly as long as may be is buffered, byte by byte as it may come', async () => {
    const upstream = await startUpstream((_, response) => {
      const left = [...'exactly'];
      const writeNext = () => {
        const byte = left.shift();
        if (byte === undefined) response.end();
        else response.write(byte, () => setImmediate(writeNext));
      };
      writeNext();
    });
    const gateway = testGateway();
    expect(String(await (await gateway.dial(callTo(`${upstream.url}/`))).buffer(7))).toBe('exactly');
    expect(await (await gateway.dial(callTo(`${upstream.url}/`))).buffer(6)).toBeNull();
  });
});

describe('a request', () => {
  test('carries what binding made, and what the gateway says of itself', async () => {
    const upstream = await startUpstream((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => sendJson(response, Buffer.concat(chunks).toString()));
    });
    const headers: [string, string][] = [
      ['X-Mine', 'ü, 1'],
      ['content-type', 'text/plain'],
      ['Host', 'other.example'],
      ['Content-Length', '3'],
      ['Transfer-Encoding', 'chunked'],
      ['Connection', 'close'],
      ['Expect', '100-continue'],
      ['TE', 'trailers'],
      ['Accept-Encoding', 'gzip'],
    ];
    const request = { method: 'POST', headers, body: 'äöü' };
    const call = callTo(`${upstream.url}/`, { request, accept: 'text/plain' });
    expect(await outcomeOf(testGateway().dial(call))).toBe('"äöü"');
    expect(upstream.requests[0]?.headers).toEqual({
      host: new URL(upstream.url).host,
      connection: 'keep-alive',
      accept: 'text/plain',
      'accept-encoding': 'identity',
      'user-agent': 'Farebox/0.1',
      'x-mine': 'ü, 1',
      'content-type': 'text/plain',
      'content-length': '6',
    });
  });

  test.each<[string, string, [string, string][]]>([
    ['a line break in a header', '/', [['x-mine', 'a\r\nx-other: b']]],
    ['a line feed in a header', '/', [['x-mine', 'a\nb']]],
    ['a NUL in a header', '/', [['x-mine', 'a\0b']]],
    ['a letter that would be cut to a carriage return', '/', [['x-mine', 'a\u010d\u010ab']]],
    ['a header name with a colon', '/', [['x-mine: a\r\nx', 'b']]],
    ['a line break in the path', '/a HTTP/1.1\r\nx-other: b\r\n\r\n', []],
    ['a space in the path', '/a b', []],
  ])('with %s is not sent', async (_, path, headers) => {
    const upstream = await startUpstream((_, response) => response.end());
    const failure = await failureOf(
      testGateway().dial(callTo(`${upstream.url}${path}`, { request: { headers } })),
    );
    expect(failure).toMatchObject({ code: 'upstream-failed', phase: 'before-dial' });
    expect(upstream.requests).toEqual([]);
  });

  test.each([
    'http://127.1:PORT/',
    'http://user@127.0.0.1:PORT/',
    'HTTP://127.0.0.1:PORT/',
    'http:\\\\127.0.0.1:PORT/',
    'http:///127.0.0.1:PORT/',
    'http://127.0.0.1:PORT?x=/',
    'http://127.0.0.1:PORT#/',
  ])('whose origin is not written as the parser writes it is not sent: %s', async (spelled) => {
    const upstream = await startUpstream((_, response) => response.end());
    const url = spelled.replace('PORT', String(upstream.port));
    expect(await failureOf(testGateway().dial(callTo(url)))).toMatchObject({ code: 'egress-blocked' });
    expect(upstream.requests).toEqual([]);
  });
});

describe('a status', () => {
  test.each([
    [300, {}, 'upstream-redirect', {}],
    [302, { location: '/elsewhere' }, 'upstream-redirect', {}],
    [304, {}, 'upstream-redirect', {}],
    [308, { location: 'http://169.254.169.254/' }, 'upstream-redirect', {}],
    [400, {}, 'upstream-rejected', {}],
    [404, {}, 'upstream-rejected', {}],
    [401, {}, 'upstream-auth', {}],
    [403, {}, 'upstream-auth', {}],
    [429, { 'retry-after': '7' }, 'upstream-busy', { 'retry-after': '7' }],
    [429, { 'retry-after': '999999' }, 'upstream-busy', { 'retry-after': '3600' }],
    [429, { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' }, 'upstream-busy', { 'retry-after': '2' }],
    [429, { 'retry-after': 'soon' }, 'upstream-busy', { 'retry-after': '2' }],
    [500, {}, 'upstream-failed', {}],
    [503, { 'retry-after': '7' }, 'upstream-failed', {}],
    [599, {}, 'upstream-failed', {}],
  ])('of %i with %o is %s', async (status, headers, code, answerHeaders) => {
    const upstream = await startUpstream((_, response) =>
      response.writeHead(status, headers).end('the body'),
    );
    const failure = await failureOf(testGateway().dial(callTo(`${upstream.url}/`)));
    expect(failure).toMatchObject({ code, status });
    expect(failure.headers).toEqual(answerHeaders);
    expect(upstream.requests.length).toBe(1);
  });

  test.each([200, 400, 500])('of %i is timed by its head, not by its body', async (status) => {
    const upstream = await startUpstream((_, response) => {
      response.writeHead(status).write('half');
      // Longer than the body of a failure is waited for.
      setTimeout(() => response.destroy(), 1_500);
    });
    const clock = new CallClock();
    await failureOf(testGateway().dial(callTo(`${upstream.url}/`, { clock })));
    const { status: answered, firstByteMs, totalMs } = clock.read();
    expect(answered).toBe(status);
    expect(totalMs - (firstByteMs ?? totalMs)).toBeGreaterThan(900);
  });

  test.each([422, 429, 500, 503])('of %i brings what the upstream says', async (status) => {
    const upstream = await startUpstream((_, response) => {
      response.statusCode = status;
      sendJson(response, { fault: 'load' });
    });
    expect((await failureOf(testGateway().dial(callTo(`${upstream.url}/`)))).answer).toEqual({
      status,
      contentType: 'application/json',
      body: Buffer.from('{"fault":"load"}'),
    });
  });

  const failures = [
    [400, 'upstream-rejected', 'buffering'],
    [429, 'upstream-busy', 'awaiting-head'],
    [500, 'upstream-failed', 'awaiting-head'],
  ] as const;
  const bodies: [string, (response: ServerResponse) => void][] = [
    ['breaks off', (response) => response.write('half', () => response.destroy())],
    ['does not end', (response) => response.write('half')],
    ['is too long to keep', (response) => response.end(Buffer.alloc(100_000))],
    ['is longer than a reply may be', (response) => response.write(Buffer.alloc(250_000))],
    ['says that it is longer than a reply may be', (response) => response.setHeader('content-length', 250_000).write('half')],
    ['is no gzip, as it says', (response) => response.setHeader('content-encoding', 'gzip').end('half')],
  ]; // biome-ignore format: a table
  test.each(
    failures.flatMap(([status, code, phase]) =>
      bodies.map(([words, write]) => ({ status, code, phase, words, write })),
    ),
  )('of $status stays what it is where its body $words', async ({ status, code, phase, write }) => {
    const upstream = await startUpstream((_request, response) => {
      response.statusCode = status;
      write(response);
    });
    // Less than the time of a body of failure: the status counts, not how its body ends.
    const limits = { responseBytes: 200_000, idleMs: 500 };
    const failure = await failureOf(testGateway().dial(callTo(`${upstream.url}/`, { limits })));
    expect(failure).toMatchObject({ code, phase, status });
    expect(failure.answer).toMatchObject({ status, body: null });
  });

  test('of a redirect brings its number alone', async () => {
    const upstream = await startUpstream((_, response) =>
      response.writeHead(302, { location: '/elsewhere' }).end('/elsewhere'),
    );
    const { answer } = await failureOf(testGateway().dial(callTo(`${upstream.url}/`)));
    expect(answer).toEqual({ status: 302, contentType: '', body: null });
  });
});

describe('a caller who goes away', () => {
  test('before the call ends it unsent', async () => {
    const upstream = await startUpstream((_, response) => response.end());
    const signal = new CallAbort();
    signal.abort('client-gone');
    const failure = await failureOf(testGateway().dial(callTo(`${upstream.url}/`, { signal })));
    expect(failure).toMatchObject({ code: 'client-gone', phase: 'before-dial' });
    expect(upstream.requests).toEqual([]);
  });

  test('before the answer begins ends the work of the upstream', async () => {
    const signal = new CallAbort();
    let closed: Promise<unknown> | undefined;
    const upstream = await startUpstream((_, response) => {
      closed = once(response, 'close');
      signal.abort('client-gone');
    });
    const failure = await failureOf(testGateway().dial(callTo(`${upstream.url}/`, { signal })));
    expect(failure).toMatchObject({ code: 'client-gone', phase: 'awaiting-head' });
    await closed;
  });

  test.each([
    ['stream', 'client-gone'],
    ['buffer', 'client-gone'],
    ['stream', 'portal-stopped'],
    ['buffer', 'portal-stopped'],
  ] as const)('within the answer ends it, and so does a stop: %s, %s', async (way, reason) => {
    let closed: Promise<unknown> | undefined;
    const upstream = await startUpstream((_, response) => {
      closed = once(response, 'close');
      response.write('a part');
    });
    const signal = new CallAbort();
    const reply = await testGateway().dial(callTo(`${upstream.url}/`, { signal }));
    const reading = way === 'buffer' ? reply.buffer(100) : streamed(reply);
    signal.abort(reason);
    signal.abort('client-gone');
    await expect(reading).rejects.toMatchObject({ code: reason, phase: 'buffering' });
    await closed;
    expect(signal.reason).toBe(reason);
  });

  test('by reading no further ends it, and the next call is served', async () => {
    let closed: Promise<unknown> | undefined;
    const upstream = await startUpstream((request, response) => {
      if (request.url === '/next') return void response.end('next');
      closed = once(response, 'close');
      response.write('a part');
    });
    const gateway = testGateway();
    const { body } = await gateway.dial(callTo(`${upstream.url}/`));
    for await (const chunk of body) {
      expect(String(chunk)).toBe('a part');
      break;
    }
    await closed;
    expect(await outcomeOf(gateway.dial(callTo(`${upstream.url}/next`)))).toBe('next');
  });
});

describe('stopping', () => {
  test('waits for what is under way, and takes nothing new', async () => {
    let answer: ServerResponse | undefined;
    const arrived = signalOf();
    const upstream = await startUpstream((_, response) => {
      answer = response;
      arrived.give();
    });
    const gateway = testGateway();
    const replying = outcomeOf(gateway.dial(callTo(`${upstream.url}/`)));
    await arrived.given;
    let isClosed = false;
    const closing = gateway.close().then(() => {
      isClosed = true;
    });
    expect(await failureOf(gateway.dial(callTo(`${upstream.url}/`)))).toMatchObject({
      code: 'portal-stopped',
    });
    expect(isClosed).toBe(false);
    answer?.end('last');
    expect(await replying).toBe('last');
    await closing;
  });
});

test('a failure is known by its brand, as each copy of its module makes it', () => {
  expect(Object.create({}, { [Symbol.for('farebox.upstream-failure')]: { value: true } })).toBeInstanceOf(
    UpstreamFailure,
  );
});
