import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { portal as currentPortal } from '../../../server/doors/current-portal.ts';
import { makeApiKey } from '../../../server/callers/api-key.ts';
import { makeHttpServer } from '../../../server/start/http-server.ts';
import { listenOnLoopback } from '../../setup/listen-on-loopback.ts';
import { openPortalUnderTest, type PortalUnderTest } from '../../setup/portal-under-test.ts';
import { publishedProduct, publishedTags } from '../../setup/published-product.ts';

const mib = 1024 * 1024;
const largest = 32 * mib;
const template = {
  ...{ server: { url: 'https://takes.example' }, method: 'post', path: '/', responses: {} },
  requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
  'x-farebox': { price: { lines: [], maximum: 1 }, limits: { bodyBytes: largest } },
};
const called = '/api/product/developer/call/takes';
const estimated = '/api/product/credits/required/takes';

let portal: PortalUnderTest;
let port: number;
let close = async () => {};
const unlimited = { FAREBOX_RATE_LIMIT: '0' };
let served: Record<string, string> | undefined;
afterAll(() => close());

/** The portal's own server, with one product that takes 32 MiB. Pages are one word. A new one where something is limited. */
async function serve(variables: Record<string, string> = unlimited): Promise<void> {
  if (variables === unlimited && served === unlimited) return;
  await close();
  served = variables;
  portal = await openPortalUnderTest(variables);
  const server = makeHttpServer(portal.context, {
    next: async (_incoming, outgoing) => void outgoing.writeHead(200).end('page'),
  });
  port = await listenOnLoopback(server);
  close = async () => {
    server.closeAllConnections();
    server.close();
    await portal.close();
  };
  await publish('takes');
}

async function publish(slug: string): Promise<void> {
  await portal.writer.run('publish-tags', { tags: publishedTags });
  const published = { id: `tpl_${slug}`, hash: slug, document: JSON.stringify(template) };
  await portal.writer.run('publish', { products: [publishedProduct(slug, { template: published })], now: 0 });
}

function begin(method: string, path: string, headers: Record<string, string> = {}, from = '127.0.0.1') {
  return request({ port, host: '127.0.0.1', localAddress: from, method, path, headers, agent: false });
}

async function answerOf(sent: ClientRequest) {
  const [response] = await once(sent, 'response');
  return read(response);
}

async function read(response: IncomingMessage) {
  const body = await text(response);
  return { status: response.statusCode, headers: response.headers, body };
}

function ask(method: string, path: string, headers: Record<string, string> = {}) {
  const sent = begin(method, path, headers);
  sent.end();
  return answerOf(sent);
}

/** Says that so many bytes will come, sends one of them, and waits for the answer. */
async function announce(path: string, bytes: number, headers: Record<string, string> = {}, from?: string) {
  const sent = begin('POST', path, { ...headers, 'content-length': String(bytes) }, from);
  sent.on('error', () => {});
  sent.write('{');
  const answer = await answerOf(sent);
  sent.destroy();
  return answer;
}

describe('documents', () => {
  const documentsMade = () => {
    const making = vi.spyOn(currentPortal().responses, 'getOrMake');
    onTestFinished(() => making.mockRestore());
    return making;
  };

  test('are not made for clients that are gone', async () => {
    await serve();
    const making = documentsMade();
    const sockets = Array.from({ length: 20 }, () => connect(port, '127.0.0.1'));
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    // All of it is there before the server reads any of it.
    for (const socket of sockets) {
      socket.write('GET /openapi.json HTTP/1.1\r\nHost: portal\r\n\r\n');
      socket.destroy();
    }
    expect(await ask('GET', '/robots.txt')).toMatchObject({ status: 200 });
    expect(making).toHaveBeenCalledTimes(1);
  });

  test.each(
    // biome-ignore format: a list
    [
      '/openapi.json?x=', '/docs.md?x=', '/llms.txt?x=', '/products/takes.md?page=',
      '/products/takes/badge.svg?', '/products/t%61k%65s/badge.json?', '/api/product/list?page=1&x=',
    ],
  )('%s… are one document, however many there are', async (path) => {
    await serve();
    const making = documentsMade();
    // The first answer is not kept: most documents are asked for once.
    const numbers = [1, 2, 3, 4, 5];
    for (const number of numbers) expect(await ask('GET', `${path}${number}`)).toMatchObject({ status: 200 });
    expect(making).toHaveBeenCalledTimes(2);
  });
});

describe('what is refused before anything is looked up', () => {
  test('a wrong method is 405 with Allow, whatever is left of the budget, and counts as a read', async () => {
    await serve({ FAREBOX_RATE_LIMIT: '1' });
    for (const method of 'GET PUT PROPFIND GET DELETE GET HEAD GET GET GET GET'.split(' '))
      expect(await ask(method, called)).toMatchObject({ status: 405, headers: { allow: 'POST, OPTIONS' } });
    expect(await ask('GET', '/api/product/list')).toMatchObject({ status: 429 });
    expect(await ask('OPTIONS', called)).toMatchObject({ status: 429 });
    expect(await ask('POST', '/')).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } });
  });

  test('a call with a key that is none, or by no way that is known, counts as a read', async () => {
    await serve({ FAREBOX_RATE_LIMIT: '1' });
    for (const authorization of ['Bearer fb_nonsense', 'Basic b3BlcmF0b3I6', 'fb_nonsense'])
      for (let count = 0; count < 3; count += 1)
        expect(await ask('POST', called, { authorization })).toMatchObject({
          status: 401,
          body: expect.stringContaining('"code":"invalid-key"'),
        });
    expect((await ask('GET', '/api/product/list')).status).toBe(200);
    expect(await ask('POST', called, { authorization: 'Bearer fb_nonsense' })).toMatchObject({
      status: 429,
      headers: { 'retry-after': expect.stringMatching(/^\d+$/) },
    });
    // Calls have a budget of their own.
    expect((await ask('POST', called)).status).not.toBe(429);
  });

  test('a guest who makes or deletes a key is refused, and has not spent a call', async () => {
    await serve({ FAREBOX_RATE_LIMIT: '1' });
    for (const [method, path] of [
      ['POST', '/api/keys'],
      ['DELETE', '/api/keys/key_1'],
    ] as const)
      expect((await ask(method, path)).status, method).toBe(401);
    expect((await ask('POST', called)).status).not.toBe(429);
  });

  test('a call below the address of a product counts as a read', async () => {
    await serve({ FAREBOX_RATE_LIMIT: '1' });
    for (let count = 0; count < 10; count += 1) expect((await ask('POST', `${called}/b`)).status).toBe(404);
    expect((await ask('POST', `${called}/b`)).status).toBe(429);
    expect((await ask('GET', '/api/product/list')).status).toBe(429);
  });

  test('pages are of the budget of reads, five each; files of the build are not', async () => {
    await serve({ FAREBOX_RATE_LIMIT: '1' });
    for (let file = 0; file < 30; file += 1) {
      expect((await ask('GET', '/_next/static/chunks/a.js')).status).toBe(200);
      expect((await ask('GET', '/icon.svg')).status).toBe(200);
    }
    for (const path of ['/', '/products/takes']) expect((await ask('GET', path)).body).toBe('page');
    const refused = await ask('GET', '/', { accept: 'text/html' });
    expect(refused).toMatchObject({
      status: 429,
      headers: { 'retry-after': expect.stringMatching(/^\d+$/) },
    });
    expect(refused.body).toMatch(/^<!doctype html>.*<h1>.*10 requests of this kind per minute/s);
    expect(await ask('GET', '/')).toMatchObject({
      status: 429,
      headers: { 'content-type': 'application/problem+json' },
      body: expect.stringContaining('"code":"rate-limited"'),
    });
    expect((await ask('GET', '/api/product/list')).status).toBe(429);
  });

  test('a call that is too much looks no name up', async () => {
    await serve({ FAREBOX_RATE_LIMIT: '1' });
    expect((await ask('POST', '/api/product/developer/call/nobody')).status).toBe(404);
    expect((await ask('POST', '/api/product/developer/call/nobody-else')).status).toBe(429);
    expect(portal.caches.unknownNames.get('nobody')).toBe(true);
    expect(portal.caches.unknownNames.get('nobody-else')).toBeUndefined();
  });

  test('a name that nobody has is looked up once, until something is published', async () => {
    await serve();
    for (const name of ['later', 'prd_later', 'tpl_later'])
      expect((await ask('GET', `/api/product/info?id=${name}`)).status).toBe(404);
    expect(portal.caches.unknownNames.get('later')).toBe(true);
    expect(portal.caches.unknownNames.get('prd_later')).toBe(true);
    expect(portal.caches.products.get('later')).toBeUndefined();
    await publish('later');
    for (const name of ['later', 'prd_later'])
      expect((await ask('GET', `/api/product/info?id=${name}`)).status).not.toBe(404);
    expect((await ask('GET', '/api/product/playground?id=tpl_later')).status).toBe(200);
    expect((await ask('GET', '/api/product/info?id=tpl_later')).status).toBe(404);
  });
});

describe('what is refused before a body is read', () => {
  test.each([
    ['a wrong method', '/api/product/list', {}, 405],
    ['a product that nobody has', '/api/product/developer/call/nobody', {}, 404],
    ['a key that is none', called, { authorization: `Bearer ${makeApiKey()}` }, 401],
    ['a body over the limit of its product', called, {}, 413],
  ])(
    '%s: the answer comes though the client is still sending, and the connection ends',
    async (_, path, headers, status) => {
      await serve();
      const sent = begin('POST', path, { ...headers, 'content-length': String(largest + 1) });
      const closed = once(sent, 'close');
      sent.on('error', () => {});
      sent.write('{');
      expect((await answerOf(sent)).status).toBe(status);
      const answered = performance.now();
      await closed;
      expect(performance.now() - answered).toBeLessThan(30_000);
    },
  );

  test('who asks before sending is told to go on where the body is read, and not where it is refused', async () => {
    await serve();
    const heardOf = (path: string) =>
      new Promise<string>((resolve) => {
        const socket = connect(port, '127.0.0.1', () =>
          socket.write(
            `POST ${path} HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nConnection: close\r\nContent-Length: 2\r\n\r\n`,
          ),
        );
        let heard = '';
        socket.on('data', (chunk: Buffer) => {
          heard += chunk.toString();
          if (heard.startsWith('HTTP/1.1 100 Continue')) socket.write('{}');
        });
        socket.on('close', () => resolve(heard));
      });
    expect(await heardOf(estimated)).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /);
    expect(await heardOf(estimated.replace('takes', 'nobody'))).toMatch(/^HTTP\/1\.1 404 /);
  });

  test('the bytes that are announced are counted ahead, by network; a small body still fits', async () => {
    await serve({ FAREBOX_RATE_LIMIT: '100' });
    const open = Array.from({ length: 4 }, () =>
      begin('POST', estimated, { 'content-length': String(largest) }),
    );
    for (const sent of open) sent.on('error', () => {}).write('{');
    await expect.poll(async () => (await announce(estimated, largest)).status).toBe(429);
    const refused = await announce(called, largest);
    expect(refused).toMatchObject({
      status: 429,
      headers: {
        'retry-after': expect.stringMatching(/^\d+$/),
        'ratelimit-policy': '"bytes";q=134217728;w=60',
      },
      body: expect.stringContaining('134217728 bytes of request bodies per minute'),
    });
    expect((await ask('POST', estimated)).status).toBe(200);
    for (const sent of open) sent.destroy();
  });

  test('the bytes of a body without a length are counted as they arrive', async () => {
    await serve({ FAREBOX_RATE_LIMIT: '100' });
    const { rateLimits } = portal;
    await rateLimits.takeBytes('127.0.0.1', undefined, 4 * largest - mib);
    const sent = begin('POST', estimated, { 'transfer-encoding': 'chunked' });
    sent.on('error', () => {});
    const answer = answerOf(sent);
    for (let sentMib = 0; sentMib < 4; sentMib += 1) sent.write(Buffer.alloc(mib, ' '));
    expect(await answer).toMatchObject({
      status: 429,
      body: expect.stringContaining('bytes of request bodies'),
    });
    sent.destroy();
  });

  test('an account has its bytes wherever it sends from, and others have theirs', async () => {
    await serve({ FAREBOX_RATE_LIMIT: '100' });
    const { rateLimits } = portal;
    await rateLimits.takeBytes('127.0.0.2', 'acc_a', 4 * largest);
    await expect(rateLimits.takeBytes('127.0.0.3', 'acc_a', mib)).rejects.toMatchObject({
      code: 'rate-limited',
    });
    await expect(rateLimits.takeBytes('127.0.0.2', 'acc_b', mib)).rejects.toMatchObject({
      code: 'rate-limited',
    });
    await rateLimits.takeBytes('127.0.0.4', 'acc_b', 4 * largest);
  });

  test('a body of more values than anybody needs is 400', async () => {
    await serve();
    const body = `{"list":[${'0,'.repeat(250_000)}0]}`;
    const sent = begin('POST', estimated, { 'content-length': String(body.length) });
    sent.end(body);
    expect(await answerOf(sent)).toMatchObject({
      status: 400,
      body: expect.stringContaining('"code":"too-many-members"'),
    });
  });
});
