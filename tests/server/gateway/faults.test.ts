import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer as createTlsServer } from 'node:https';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Limits } from '../../../lib/operation/limits.ts';
import type { LineFault } from '../../setup/faulty-line.ts';
import { listenOnLoopback } from '../../setup/listen-on-loopback.ts';
import {
  callTo,
  failureOf,
  outcomeOf,
  signalOf,
  startLine,
  startRawUpstream,
  startTalker,
  startUpstream,
  streamed,
  testGateway,
} from './gateway-rig.ts';

const body = 'x'.repeat(1000);
/** Of the answer of the upstream below, head and all, so many bytes are certainly of its body. */
const intoBody = 700;

describe('a line that fails', () => {
  const failed = { code: 'upstream-failed' };
  const late = { code: 'upstream-timeout' };
  test.each<[string, LineFault, Limits, object]>(
    // biome-ignore format: a table
    [
      ['refuses', { kind: 'refuse' }, {}, failed],
      ['is reset before the answer', { kind: 'reset' }, {}, failed],
      ['is reset within the head', { kind: 'reset', afterBytes: 20 }, {}, failed],
      ['is reset within the body', { kind: 'reset', afterBytes: intoBody }, {}, failed],
      ['ends before the answer', { kind: 'truncate' }, {}, failed],
      ['ends within the head', { kind: 'truncate', afterBytes: 20 }, {}, failed],
      ['ends within the body', { kind: 'truncate', afterBytes: intoBody }, {}, failed],
      ['stalls before the answer', { kind: 'stall' }, { firstByteMs: 100 }, late],
      ['stalls within the head', { kind: 'stall', afterBytes: 20 }, { firstByteMs: 100 }, late],
      ['stalls within the body', { kind: 'stall', afterBytes: intoBody }, { idleMs: 100 }, late],
      ['trickles the head', { kind: 'trickle', everyMs: 20 }, { firstByteMs: 100 }, late],
      ['trickles the body', { kind: 'trickle', afterBytes: intoBody, everyMs: 20 }, { idleMs: 100, totalMs: 300 }, late],
      ['floods the body', { kind: 'flood', afterBytes: 300 }, { responseBytes: 100_000 }, { code: 'upstream-too-large', phase: 'buffering' }],
    ],
  )('%s', async (_, fault, limits, expected) => {
    const upstream = await startUpstream((_, response) => {
      // A flood within chunks would be a broken chunk.
      response.useChunkedEncodingByDefault = fault.kind !== 'flood';
      response.write(body);
      response.end();
    });
    const line = await startLine(upstream.port, fault);
    const gateway = testGateway();
    const failure = await failureOf(gateway.dial(callTo(`${line.url}/`, { limits })));
    expect(failure).toMatchObject(expected);
    expect(failure.detail).not.toContain('127.0.0.1');
    // Whatever it was, a request is sent once; and when the line is well again, so is the gateway.
    expect(upstream.requests.length).toBeLessThanOrEqual(1);
    await line.setFault({ kind: 'none' });
    expect(await outcomeOf(gateway.dial(callTo(`${line.url}/`)))).toBe(body);
    await gateway.close();
  });

  test('after a part was handed on has broken off', async () => {
    const upstream = await startUpstream((_, response) => response.write(body));
    const line = await startLine(upstream.port, { kind: 'reset', afterBytes: intoBody });
    const reply = await testGateway().dial(callTo(`${line.url}/`));
    await expect(streamed(reply)).rejects.toMatchObject({ code: 'upstream-failed', phase: 'buffering' });
  });

  test('within the queue of a slow reader is heard of after what came before it', async () => {
    const upstream = await startUpstream((_, response) => {
      response.write('one');
      setImmediate(() => response.write('two', () => response.destroy()));
    });
    const { body: chunks } = await testGateway().dial(callTo(`${upstream.url}/`));
    let read = '';
    const reading = (async () => {
      for await (const chunk of chunks) {
        read += chunk.toString();
        await new Promise(setImmediate);
      }
    })();
    await expect(reading).rejects.toMatchObject({ code: 'upstream-failed' });
    expect(read).toBe('onetwo');
  });
});

describe('a connection that is not made', () => {
  test('for want of a name', async () => {
    const failure = await failureOf(testGateway().dial(callTo('https://upstream.invalid/')));
    expect(failure).toMatchObject({ code: 'upstream-failed', phase: 'dialling' });
    expect(failure.operatorDetail).toMatch(/ENOTFOUND|EAI_AGAIN/);
    expect(failure.detail).not.toContain('invalid');
  });

  test('in time', async () => {
    const silent = await startRawUpstream('');
    // To this one TLS is spoken, and it never answers.
    const url = silent.replace('http:', 'https:');
    const failure = await failureOf(testGateway().dial(callTo(`${url}/`, { limits: { connectMs: 100 } })));
    expect(failure).toMatchObject({ code: 'upstream-timeout', phase: 'dialling' });
  });

  test('for a certificate that no one vouches for', async () => {
    const server = createTlsServer({
      key: readFileSync('tests/fixtures/tls/self-signed.key'),
      cert: readFileSync('tests/fixtures/tls/self-signed.crt'),
    });
    let requests = 0;
    server.on('request', () => {
      requests += 1;
    });
    const port = await listenOnLoopback(server);
    onTestFinished(async () => {
      server.close();
      await once(server, 'close');
    });
    const failure = await failureOf(testGateway().dial(callTo(`https://127.0.0.1:${port}/`)));
    expect(failure).toMatchObject({ code: 'upstream-failed', phase: 'dialling' });
    expect(failure.operatorDetail).toContain('DEPTH_ZERO_SELF_SIGNED_CERT');
    expect(requests).toBe(0);
  });

  test('because TLS is spoken to what speaks none', async () => {
    const plain = await startRawUpstream('HTTP/1.1 200 OK\r\n\r\n', (socket) => socket.end());
    const failure = await failureOf(testGateway().dial(callTo(`${plain.replace('http:', 'https:')}/`)));
    expect(failure).toMatchObject({ code: 'upstream-failed', phase: 'dialling' });
  });
});

describe('the guard', () => {
  const nobody = async () => {
    throw new Error('No name is asked for.');
  };

  test.each([
    'http://127.0.0.1',
    'http://[::1]',
    'http://169.254.169.254',
    'https://10.0.0.1',
    'http://localhost',
  ])('does not dial %s, nor ask for its name', async (origin) => {
    const gateway = testGateway({ allowed: '', resolve: nobody });
    const failure = await failureOf(gateway.dial(callTo(`${origin}/`)));
    expect(failure).toMatchObject({ code: 'egress-blocked', phase: 'before-dial' });
    expect(failure.operatorDetail).toContain('FAREBOX_EGRESS_ALLOW');
  });

  test.each([
    [['127.0.0.1']],
    [['::ffff:127.0.0.1']],
    [['64:ff9b::7f00:1']],
    // One good answer does not excuse another.
    [['93.184.215.14', '169.254.169.254']],
  ])('does not dial a name that means %j', async (addresses) => {
    const gateway = testGateway({
      allowed: '',
      resolve: async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    });
    const failure = await failureOf(gateway.dial(callTo('http://api.example/')));
    expect(failure).toMatchObject({ code: 'egress-blocked', phase: 'dialling' });
    expect(failure.operatorDetail).toContain('api.example');
  });

  test('sees a name that comes to mean another address by the next connection', async () => {
    const upstream = await startUpstream((_, response) =>
      response.setHeader('connection', 'close').end('well'),
    );
    const answers = ['127.0.0.1', '127.0.0.2'];
    const gateway = testGateway({
      resolve: async () => [{ address: answers.shift() ?? '', family: 4 }],
    });
    const call = callTo(`http://api.example:${upstream.port}/`);
    expect(await outcomeOf(gateway.dial(call))).toBe('well');
    expect(await failureOf(gateway.dial(call))).toMatchObject({ code: 'egress-blocked' });
    expect(upstream.requests.length).toBe(1);
  });

  test('lets pass a host that the operator names, and the origin that the portal allows itself', async () => {
    const upstream = await startUpstream((_, response) => response.end('well'));
    const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
    const named = testGateway({ allowed: `api.internal:${upstream.port}`, resolve });
    expect(await outcomeOf(named.dial(callTo(`http://api.internal:${upstream.port}/`)))).toBe('well');
    const toolbox = testGateway({ allowed: '' });
    const call = callTo(`${upstream.url}/`);
    expect(await failureOf(toolbox.dial(call))).toMatchObject({ code: 'egress-blocked' });
    toolbox.allowOrigin(upstream.url);
    expect(await outcomeOf(toolbox.dial(call))).toBe('well');
  });

  test('says what a name service says that has no address, or fails', async () => {
    const none = testGateway({ resolve: async () => [] });
    expect(await failureOf(none.dial(callTo('http://api.example/')))).toMatchObject({
      code: 'upstream-failed',
    });
    const failing = testGateway({ resolve: nobody });
    expect(await failureOf(failing.dial(callTo('http://api.example/')))).toMatchObject({
      code: 'upstream-failed',
      operatorDetail: 'Error: No name is asked for.',
    });
  });
});

describe('an answer that is none', () => {
  const ok = 'HTTP/1.1 200 OK\r\n';
  test.each(
    // biome-ignore format: a table
    [
      ['no HTTP', 'SSH-2.0-OpenSSH_9.6\r\n'],
      ['a chunk without a size', `${ok}Transfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n0\r\n\r\n`],
      ['a chunk that is longer than it says', `${ok}Transfer-Encoding: chunked\r\n\r\n2\r\nabc\r\n0\r\n\r\n`],
      ['a chunk past 2^64', `${ok}Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\na`],
      ['a length and chunks', `${ok}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n`],
      ['two lengths', `${ok}Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd`],
      ['a length below nothing', `${ok}Content-Length: -1\r\n\r\nabc`],
      ['a folded header', `${ok}Content-Type: text/html\r\n x: y\r\nContent-Length: 0\r\n\r\n`],
      ['a NUL in a header', `${ok}Content-Type: a\0b\r\nContent-Length: 0\r\n\r\n`],
      ['a head without end', `${ok}X-Long: ${'x'.repeat(20_000)}\r\nContent-Length: 0\r\n\r\n`],
      ['a switch of protocols', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: upgrade\r\n\r\n'],
    ],
  )('for it has %s', async (_, answer) => {
    const url = await startRawUpstream(answer);
    const failure = await failureOf(testGateway().dial(callTo(`${url}/`)));
    expect(failure).toMatchObject({ code: 'upstream-failed' });
  });

  test('in part, since more comes than its length says, is cut there, and the rest answers nobody', async () => {
    const url = await startRawUpstream(
      `${ok}Content-Length: 3\r\n\r\nabcHTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil`,
    );
    const gateway = testGateway();
    expect(await outcomeOf(gateway.dial(callTo(`${url}/`)))).toBe('abc');
    const next = await outcomeOf(gateway.dial(callTo(`${url}/`)));
    expect(next).toBe('abc');
  });
});

describe('an interim response that nobody asked for', () => {
  const last = 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nlast';
  const hint = 'HTTP/1.1 103 Early Hints\r\nlink: </a.css>; rel=preload\r\n\r\n';
  const proceed = 'HTTP/1.1 100 Continue\r\n\r\n';

  test.each([
    ['a 100', proceed],
    ['a 102', 'HTTP/1.1 102 Processing\r\nx: y\r\n\r\n'],
    ['a 103', hint],
    ['a 199, of HTTP/1.0', 'HTTP/1.0 199 What\r\n\r\n'],
    ['several', proceed + hint + proceed + hint.repeat(100)],
  ])('is ignored, on a connection that is kept, too: %s', async (_, interim) => {
    const url = await startTalker((socket) => socket.write(interim + last));
    const gateway = testGateway();
    for (const method of ['GET', 'POST', 'GET'])
      expect(await outcomeOf(gateway.dial(callTo(`${url}/`, { request: { method } })))).toBe('last');
  });

  test('is ignored where it comes byte by byte', async () => {
    const url = await startTalker((socket) => {
      const left = [...(proceed + hint + proceed + last)];
      const more = () => {
        const byte = left.shift();
        if (byte !== undefined) socket.write(byte, () => setImmediate(more));
      };
      more();
    });
    expect(await outcomeOf(testGateway().dial(callTo(`${url}/`)))).toBe('last');
  });

  test('is no end: without a final response the call runs out of time, or fails with the line', async () => {
    const silent = await startTalker((socket) => socket.write(proceed));
    const limits = { firstByteMs: 100 };
    const late = await failureOf(testGateway().dial(callTo(`${silent}/`, { limits })));
    expect(late).toMatchObject({ code: 'upstream-timeout', phase: 'awaiting-head' });
    const ending = await startTalker((socket) => socket.end(proceed));
    const failed = await failureOf(testGateway().dial(callTo(`${ending}/`)));
    expect(failed).toMatchObject({ code: 'upstream-failed', phase: 'awaiting-head' });
  });

  test.each([
    ['of many', hint.repeat(10_000) + last],
    ['of one without end', `HTTP/1.1 103 Early Hints\r\nx: ${'y'.repeat(1_000_000)}`],
  ])('ends the call in a flood %s', async (_, flood) => {
    const url = await startTalker((socket) => socket.write(flood));
    const failure = await failureOf(testGateway().dial(callTo(`${url}/`)));
    expect(failure).toMatchObject({ code: 'upstream-failed', phase: 'awaiting-head' });
    expect(failure.operatorDetail).toContain('interim');
  });
});

describe('a compressed answer, which nobody asked for', () => {
  async function replyWith(encoding: string, bytes: Buffer, responseBytes = 1_000_000) {
    const upstream = await startUpstream((_, response) => {
      response.setHeader('content-encoding', encoding);
      response.end(bytes);
    });
    return testGateway().dial(callTo(`${upstream.url}/`, { limits: { responseBytes } }));
  }
  const text = 'A text that is long enough to be worth it. '.repeat(5_000);
  const bytes = Buffer.from(text);

  test.each([
    ['gzip', gzipSync(bytes)],
    ['X-GZIP', gzipSync(bytes)],
    ['br', brotliCompressSync(bytes)],
    ['deflate', deflateSync(bytes)],
    ['identity', bytes],
  ])('is read: %s', async (encoding, packed) => {
    expect(await outcomeOf(replyWith(encoding, packed))).toBe(text);
    const reply = await replyWith(encoding, packed);
    expect(await reply.buffer(1000)).toBeNull();
    expect((await streamed(reply)).toString()).toBe(text);
  });

  test.each([
    ['gzip', gzipSync(Buffer.alloc(50_000_000))],
    ['br', brotliCompressSync(Buffer.alloc(50_000_000))],
    ['gzip', Buffer.concat(Array<Buffer>(40_000).fill(gzipSync('')))],
  ])('that is a bomb ends at the limit: %s', async (encoding, bomb) => {
    expect(await failureOf(replyWith(encoding, bomb, 100_000), 100_000)).toMatchObject({
      code: 'upstream-too-large',
      phase: 'buffering',
    });
  });

  test.each([
    ['cut off', 'gzip', gzipSync(bytes).subarray(0, -20)],
    ['none', 'gzip', bytes],
    ['of an unknown kind', 'zstd', bytes],
    ['packed twice', 'gzip, br', bytes],
  ])('that is %s fails', async (_, encoding, packed) => {
    expect(await failureOf(replyWith(encoding, packed))).toMatchObject({
      code: 'upstream-failed',
      phase: 'buffering',
    });
  });
});

describe('a length', () => {
  test('beyond the limit ends the call before a byte of it is read', async () => {
    const line = await startLine(
      (
        await startUpstream((_, response) =>
          response.writeHead(200, { 'content-length': 5_000_000 }).end(Buffer.alloc(5_000_000)),
        )
      ).port,
    );
    const failure = await failureOf(
      testGateway().dial(callTo(`${line.url}/`, { limits: { responseBytes: 4_999_999 } })),
    );
    expect(failure).toMatchObject({ code: 'upstream-too-large', status: 200 });
  });

  test('of exactly the limit is well', async () => {
    const upstream = await startUpstream((_, response) => response.end(body));
    const limits = { responseBytes: body.length };
    expect(await outcomeOf(testGateway().dial(callTo(`${upstream.url}/`, { limits })))).toBe(body);
  });
});

describe('a kept connection', () => {
  test.each(['GET', 'POST'])(
    'that ended while nobody used it does not fail the next call: %s',
    async (method) => {
      const upstream = await startUpstream((_, response) => response.end('well'));
      const line = await startLine(upstream.port);
      const gateway = testGateway();
      const call = callTo(`${line.url}/`, { request: { method } });
      for (const how of ['end', 'reset', 'end', 'reset'] as const) {
        expect(await outcomeOf(gateway.dial(call))).toBe('well');
        await line.endConnections(how);
        // The end may be known by now, or only be met on the way.
        expect(await outcomeOf(gateway.dial(call))).toBe('well');
        await line.endConnections(how);
      }
      expect(upstream.requests.length).toBe(8);
    },
  );

  test('is used again', async () => {
    const upstream = await startUpstream((_, response) => response.end('well'));
    const line = await startLine(upstream.port);
    const gateway = testGateway();
    for (let count = 0; count < 10; count += 1) {
      await outcomeOf(gateway.dial(callTo(`${line.url}/`)));
      await new Promise(setImmediate);
    }
    expect(line.connections).toBe(1);
  });

  test.each(['GET', 'POST'])(
    'that ends after the request was sent fails the call, which is not sent again: %s',
    async (method) => {
      const upstream = await startUpstream((request, response) => {
        if (request.url === '/first') response.end('well');
        else request.socket.resetAndDestroy();
      });
      const gateway = testGateway();
      await outcomeOf(gateway.dial(callTo(`${upstream.url}/first`, { request: { method } })));
      const failure = await failureOf(
        gateway.dial(callTo(`${upstream.url}/second`, { request: { method } })),
      );
      expect(failure.code).toBe('upstream-failed');
      expect(upstream.requests.map(({ url }) => url)).toEqual(['/first', '/second']);
    },
  );
});

describe('a large answer', () => {
  test('passes through, and is read no faster than it is taken', async () => {
    const size = 100 * 1024 * 1024;
    const upstream = await startUpstream((_, response) => {
      const chunk = Buffer.alloc(1024 * 1024, 'a');
      let left = size / chunk.length;
      const more = () => {
        while (left > 0) {
          left -= 1;
          if (!response.write(chunk)) return void response.once('drain', more);
        }
        response.end();
      };
      more();
    });
    const line = await startLine(upstream.port);
    const reply = await testGateway().dial(callTo(`${line.url}/`, { limits: { responseBytes: size } }));
    let read = 0;
    let mostAhead = 0;
    for await (const chunk of reply.body) {
      read += chunk.length;
      mostAhead = Math.max(mostAhead, line.answerBytes - read);
      // A reader who is slower than the line.
      for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate);
    }
    expect(read).toBe(size);
    // What is under way is in the buffers of two sockets and the gateway's own 64 KiB.
    expect(mostAhead).toBeLessThan(12 * 1024 * 1024);
  });

  test('waits for a reader who pauses, as long as the whole call may take', async () => {
    const cut = signalOf();
    const upstream = await startUpstream((_, response) => {
      response.once('close', cut.give);
      response.end(Buffer.alloc(50_000_000));
    });
    const limits = { responseBytes: 50_000_000, idleMs: 50, totalMs: 400 };
    const { body: chunks } = await testGateway().dial(callTo(`${upstream.url}/`, { limits }));
    const reading = (async () => {
      for await (const _ of chunks) await cut.given;
    })();
    await expect(reading).rejects.toMatchObject({
      code: 'upstream-timeout',
      phase: 'buffering',
      operatorDetail: 'totalMs',
    });
  });
});
