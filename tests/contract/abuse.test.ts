import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, inject, it } from 'vitest';
import { speak as speakTo } from '../setup/speak.ts';
import { problem } from '../setup/problems.ts';
import { ask, post, send } from './ask.ts';

const estimate = '/api/product/credits/required/every-price';
const json = { 'content-type': 'application/json' };
const raw = (body: string | Buffer, headers: Record<string, string> = json) =>
  ask(estimate, { method: 'POST', body, headers });

const speak = (...parts: (string | Buffer)[]) => speakTo(inject('portalUrl'), ...parts);

/** Takes the first answer off what a connection said. */
function firstAnswer(heard: string): { head: string; body: string; rest: string } {
  const [head = ''] = heard.split('\r\n\r\n', 1);
  const length = /content-length: (\d+)/i.exec(head)?.[1];
  let rest = heard.slice(head.length + 4);
  if (length !== undefined)
    return { head, body: rest.slice(0, Number(length)), rest: rest.slice(Number(length)) };
  let body = '';
  for (let size = -1; size !== 0; ) {
    const [line = ''] = rest.split('\r\n', 1);
    size = Number.parseInt(line, 16);
    body += rest.slice(line.length + 2, line.length + 2 + size);
    rest = rest.slice(line.length + 4 + size);
  }
  return { head, body, rest };
}

describe('what bad input gets', () => {
  it.each([
    ['truncated JSON', '{"width":', 'malformed-json'],
    ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 'malformed-json'],
    ['nested too deeply', '{"a":'.repeat(65) + '1' + '}'.repeat(65), 'too-deep'],
    ['a hundred thousand levels', '['.repeat(100_000), 'too-deep'],
    ['__proto__', '{"__proto__":{"admin":true}}', 'forbidden-key'],
    ['constructor.prototype', '{"constructor":{"prototype":{"admin":true}}}', 'forbidden-key'],
    ['duplicate keys', '{"width":1,"width":2}', 'duplicate-key'],
    ['an infinite number', '{"width":1e999}', 'invalid-number'],
    ['an integer past 2^53', '{"width":9007199254740993}', 'invalid-number'],
    ['an array', '[]', 'not-an-object'],
    ['a string', '"{}"', 'not-an-object'],
    ['null', 'null', 'not-an-object'],
  ])('%s', async (_what, body, code) => {
    expect(await raw(body)).toMatchObject(problem(400, code));
  });

  it('the estimate answers 200 and lists every fault by pointer', async () => {
    const reply = await post(`${estimate}?detail=full`, {
      format: 1,
      width: 0,
      height: 1,
      rows: [{ name: 1 }, {}],
      fill: { kind: 'none' },
    });
    expect(reply.status).toBe(200);
    expect(reply.json).toHaveProperty('invalid');
    const pointers = Object(reply.json).invalid.map(({ pointer }: { pointer: string }) => pointer);
    expect(pointers).toEqual(expect.arrayContaining(['/format', '/width', '/rows/0/name', '/rows/1/name']));
  });

  it('a body without end is cut at the limit', async () => {
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
    const heard = await speak(
      `POST ${estimate} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
      ...Array.from({ length: 40 }, () => chunk),
    );
    expect(heard).toMatch(/^HTTP\/1\.1 413 .*"code":"body-too-large"/s);
  });

  it('a body byte by byte counts for what it takes to hold, which is hundreds of times as much', async () => {
    const heard = await speak(
      `POST ${estimate} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
      `${'1\r\n \r\n'.repeat(300_000)}2\r\n{}\r\n0\r\n\r\n`,
    );
    expect(heard).toMatch(/^HTTP\/1\.1 503 .*"code":"unavailable"/s);
  });

  it('requests that come together on one connection are answered in turn, each whole', async () => {
    const ids = Array.from({ length: 12 }, (_, index) => `together-${index}`);
    const info = '/api/product/info?id=every-price';
    const body = JSON.stringify({ width: 3 });
    const requests = ids.map((id, index) => {
      const end = index === ids.length - 1 ? 'Connection: close\r\n' : '';
      const head = `Host: a\r\nX-Request-Id: ${id}\r\n${end}`;
      return index % 3 === 0
        ? `GET ${info} HTTP/1.1\r\n${head}\r\n`
        : `POST ${estimate} HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    });
    const { text: product } = await ask(info);
    const { text: credits } = await raw(body);
    let left = await speak(requests.join(''));
    for (const [index, id] of ids.entries()) {
      const { head, body: answer, rest } = firstAnswer(left);
      expect(head).toMatch(/^HTTP\/1\.1 200 /);
      expect(/x-request-id: (.*)/i.exec(head)?.[1]).toBe(id);
      expect(Buffer.from(answer, 'latin1').toString()).toBe(index % 3 === 0 ? product : credits);
      left = rest;
    }
    expect(left).toBe('');
  });

  it('a Content-Length that is more or less than the body', async () => {
    const head = (length: number) =>
      `POST ${estimate} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;
    const less = await speak(`${head(5)}{"width":1}`);
    expect(less).toMatch(/^HTTP\/1\.1 400 /);
    const more = await new Promise<string>((resolve) => {
      const { hostname, port } = new URL(inject('portalUrl'));
      const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
      let heard = '';
      socket.on('data', (chunk: Buffer) => {
        heard += chunk.toString();
      });
      socket.on('close', () => resolve(heard));
      socket.on('end', () => socket.destroy());
      socket.end(`${head(500)}{"width":1}`);
    });
    expect(more).toMatch(/^HTTP\/1\.1 400 .*"code":"bad-request"/s);
  });

  it.each([
    ['a form', 'width=1', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['XML', '<width>1</width>', { 'content-type': 'application/xml' }],
    ['multipart', '--b\r\n\r\n1\r\n--b--', { 'content-type': 'multipart/form-data; boundary=b' }],
    ['gzip', gzipSync('{}'), { ...json, 'content-encoding': 'gzip' }],
    ['gzip without saying so', gzipSync('{}'), { 'content-type': 'application/octet-stream' }],
  ])('%s is a body of an unsupported type', async (_what, body, headers) => {
    expect(await raw(body, headers)).toMatchObject(problem(415, 'unsupported-media'));
  });

  it.each([
    [
      'Content-Length and Transfer-Encoding',
      'Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['two Content-Lengths', 'Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}', 400],
    ['obsolete folding', 'X-Folded: a\r\n\tb\r\nContent-Length: 2\r\n\r\n{}', 400],
    ['20 KB of headers', `X-Large: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ])('%s is refused as HTTP', async (what, rest, status) => {
    const heard = await speak(`POST ${estimate} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${rest}`);
    // Node reads folded headers as RFC 9112 allows: the fold becomes a space.
    const expected = what === 'obsolete folding' ? '(200|400)' : String(status);
    expect(heard).toMatch(new RegExp(`^HTTP/1\\.1 ${expected} `));
    expect(heard).toMatch(/application\/(problem\+)?json/);
  });

  it.each([
    ['/api/product/list', 'GET, HEAD, OPTIONS'],
    ['/api/product/info', 'GET, HEAD, OPTIONS'],
    ['/api/product/playground', 'GET, HEAD, OPTIONS'],
    [estimate, 'POST, OPTIONS'],
    ['/api/health', 'GET, HEAD, OPTIONS'],
    ['/api/ready', 'GET, HEAD, OPTIONS'],
    ['/openapi.json', 'GET, HEAD, OPTIONS'],
  ])('another method at %s is 405, and Allow says %s', async (path, allow) => {
    for (const method of ['PUT', 'PATCH', 'DELETE', allow.startsWith('GET') ? 'POST' : 'GET', 'PROPFIND']) {
      const reply = await send(path, method, {});
      expect([method, reply.status, reply.json]).toMatchObject([method, 405, { code: 'method-not-allowed' }]);
      expect(reply.headers['allow']).toBe(allow);
    }
  });

  it('a price that fails on an input is 422, on others it is a price', async () => {
    const failing = '/api/product/credits/required/failing-price';
    expect(await post(failing, { parts: 7 })).toMatchObject(problem(422, 'price-failed'));
    expect(await post(failing, { parts: 8 })).toMatchObject({ status: 200, json: { credits: 1000 } });
  });

  it.each(['{{x}}', '${x}', '<script>alert(1)</script>', "'; DROP TABLE Product; --"])(
    '%s is only text',
    async (text) => {
      const reply = await post(`${estimate}?detail=full`, {
        format: 'png',
        width: 1,
        height: 1,
        rows: [{ name: text }],
      });
      expect(reply).toMatchObject({ status: 200, json: { invalid: [], missing: [] } });
      expect((await ask(`/api/product/list?q=${encodeURIComponent(text)}`)).status).toBe(200);
      expect((await ask(`/api/product/info?id=${encodeURIComponent(text)}`)).status).toBe(404);
    },
  );

  it('answers an unknown address below /api as a problem, whatever stands in it', async () => {
    for (const path of [
      '/api/nope',
      '/api/product',
      '/api/product/list/more',
      '/api/product/credits/required',
      '/api/..%2f..%2fetc',
    ]) {
      const reply = await send(path, 'GET', {});
      expect([path, reply.status, reply.json]).toMatchObject([path, 404, { code: 'not-found' }]);
    }
    expect(await send('/api/product/credits/required/%ff', 'POST', {})).toMatchObject(
      problem(400, 'bad-request'),
    );
    expect((await ask('/api/product/list/')).status).toBe(200);
    const proxied = await speak(
      'GET http://elsewhere.example/api/health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    );
    expect(proxied).toMatch(/^HTTP\/1\.1 200 .*"ok"/s);
  });

  it.each([
    '//api//product/list',
    '/api/product//list',
    '/api\\product\\list',
    '/api/product/./list',
    '/x/../api/product/list',
    '/api/product/credits/required/%2E.',
    '//API//product/list',
  ])('sends nobody from %s to another address', async (path) => {
    for (const method of ['GET', 'POST']) {
      const heard = await speak(`${method} ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
      expect(heard).toMatch(/^HTTP\/1\.1 404 .*"code":"not-found"/s);
    }
  });

  it.each([
    ['/API/product/list', '/api/product/list'],
    ['/Api/product/credits/required/qr-code', '/api/product/credits/required/qr-code'],
    ['/aPI', '/api'],
    ['/%61pi/product/list', '/api/product/list'],
    ['/api%2Fproduct/list', '/api/product/list'],
    ['/x/../API/product/list', '/api/product/list'],
  ])('answers %s as a problem that says how to write it', async (path, written) => {
    for (const method of ['GET', 'POST', 'OPTIONS', 'PROPFIND']) {
      const heard = await speak(`${method} ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
      expect(heard).toMatch(/^HTTP\/1\.1 404 .*application\/problem\+json.*"code":"not-found"/s);
      expect(heard).toContain(`. Use ${written}.`);
    }
    expect(await send('/apiary', 'GET', {})).toMatchObject({ status: 404, json: undefined });
  });

  it('answers an address that is no path, and no API request as one for a page', async () => {
    const get = (target: string, rest = '') =>
      speak(`GET ${target} HTTP/1.1\r\nHost: a\r\n${rest}Connection: close\r\n\r\n`);
    expect(await get('*')).toMatch(/^HTTP\/1\.1 400 .*"code":"bad-request"/s);
    expect(await get('ftp://elsewhere.example/api/health')).toMatch(/^HTTP\/1\.1 400 /);
    expect(await get('http://elsewhere.example')).toMatch(/^HTTP\/1\.1 200 .*<html/s);
    expect(await get('/openapi.json/')).toMatch(/^HTTP\/1\.1 200 /);
    expect(await get('/api/nope', 'RSC: 1\r\n')).toMatch(/^HTTP\/1\.1 404 .*"code":"not-found"/s);
  });

  it('answers in HTTP/1.1 whoever would rather have HTTP/2, also once a page was served', async () => {
    await send('/', 'GET', {});
    const heard = await speak(
      'GET /api/health HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, close\r\nUpgrade: h2c\r\n\r\n',
    );
    expect(heard).toMatch(/^HTTP\/1\.1 200 .*"ok"/s);
  });

  it.each(['100-continue', '200-ok', 'a-miracle'])('answers whoever expects %s', async (hope) => {
    expect(await ask('/api/health', { headers: { expect: hope } })).toMatchObject({ status: 200 });
  });

  it('holds no body of a request that nobody read, and stays well', async () => {
    await Promise.all(
      Array.from({ length: 50 }, () => send('/api/nope', 'POST', { 'content-length': '2' }, '{}')),
    );
    expect(await ask('/api/health')).toMatchObject({ status: 200, json: { status: 'ok' } });
  });
});
