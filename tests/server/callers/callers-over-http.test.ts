import { once } from 'node:events';
import { type ClientRequest, request } from 'node:http';
import { expect, test } from 'vitest';
import { makeApiKey } from '../../../server/callers/key-text.ts';
import { publishedProduct, publishedTags } from '../../setup/published-product.ts';
import { servedPortal } from '../../setup/served-portal.ts';

const portal = servedPortal({ FAREBOX_URL: 'https://apis.example.com' });
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const called = '/api/product/developer/call/nothing';
const problem = (status: number, code: string) => ({ status, json: { code, status } });
const uncharged = {
  'farebox-call-id': expect.stringMatching(/^call_/),
  'farebox-credits-charged': '0',
};

test('a call with a key that is not valid is refused, and one with a key or of a guest is not for that', async () => {
  const invalid = await portal.ask('POST', called, bearer(makeApiKey()));
  expect(invalid).toMatchObject({ ...problem(401, 'invalid-key'), headers: uncharged });
  expect(await portal.ask('POST', called, bearer(await portal.addKey()))).toMatchObject(
    problem(404, 'not-found'),
  );
  expect(await portal.ask('POST', called)).toMatchObject(problem(404, 'not-found'));
  expect(await portal.ask('GET', '/api/product/list', { authorization: 'Bearer nonsense' })).toMatchObject({
    status: 200,
  });
});

test('a browser on an own page gets its cookie with the answer of its first call, whatever that is', async () => {
  const first = await portal.ask('POST', called, { 'sec-fetch-site': 'same-origin' });
  const cookie = first.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
  expect(first.headers['set-cookie']).toEqual([
    expect.stringMatching(/^__Host-farebox_guest=anon_.*; Secure$/),
  ]);
  const second = await portal.ask('POST', called, { 'sec-fetch-site': 'same-origin', cookie });
  expect(second.headers['set-cookie']).toBeUndefined();
  expect((await portal.ask('POST', called)).headers['set-cookie']).toBeUndefined();
  expect(await portal.ask('POST', called, { origin: 'null', cookie })).toMatchObject({
    ...problem(403, 'cross-site'),
    headers: uncharged,
  });
});

test('too many calls get 429, with the time to wait, whatever X-Forwarded-For says', async () => {
  await portal.reopen({ FAREBOX_RATE_LIMIT: '2' });
  for (const left of ['1', '0']) {
    const { headers } = await portal.ask('POST', called, { 'x-forwarded-for': `198.51.100.${left}` });
    expect(headers['ratelimit']).toMatch(new RegExp(`^"address";r=${left};t=\\d+$`));
    expect(headers['ratelimit-policy']).toBe('"address";q=2;w=60');
  }
  expect(await portal.ask('POST', called, { 'x-forwarded-for': '198.51.100.9' })).toMatchObject({
    ...problem(429, 'rate-limited'),
    headers: { ...uncharged, 'retry-after': expect.stringMatching(/^\d+$/), ratelimit: expect.any(String) },
  });
});

test('behind a proxy that is trusted each client has a budget of its own', async () => {
  await portal.reopen({ FAREBOX_RATE_LIMIT: '1', FAREBOX_TRUSTED_PROXIES: 'loopback' });
  const from = (address: string) => portal.ask('POST', called, { 'x-forwarded-for': `6.6.6.6, ${address}` });
  expect((await from('198.51.100.1')).status).toBe(404);
  expect((await from('198.51.100.1')).status).toBe(429);
  expect((await from('198.51.100.2')).status).toBe(404);
});

test('reads are ten times as many, and counted apart from calls', async () => {
  await portal.reopen({ FAREBOX_RATE_LIMIT: '1' });
  for (let read = 0; read < 10; read++)
    expect((await portal.ask('GET', '/api/product/list')).status).toBe(200);
  expect(await portal.ask('GET', '/api/product/list')).toMatchObject({
    ...problem(429, 'rate-limited'),
    headers: { 'retry-after': expect.stringMatching(/^\d+$/) },
  });
  expect((await portal.ask('POST', called)).status).toBe(404);
});

test('only an operator’s key lists what is offline, also after an operator asked the same', async () => {
  await portal.writer.run('publish-tags', { tags: publishedTags });
  const products = [publishedProduct('shown'), publishedProduct('hidden', { status: 0 })];
  await portal.writer.run('publish', { products, now: 0 });
  const operator = bearer(await portal.addKey({ operator: true }));
  const other = bearer(await portal.addKey());
  for (const path of ['/api/product/list?status=all', '/api/product/list?st%61tus=all']) {
    expect(await portal.ask('GET', path, operator), path).toMatchObject({ status: 200, json: { total: 2 } });
    for (const headers of [other, {}])
      expect(await portal.ask('GET', path, headers), path).toMatchObject(problem(403, 'forbidden'));
  }
  expect(await portal.ask('GET', '/api/product/list?status=0', operator)).toMatchObject({
    json: { total: 1 },
  });
  expect(await portal.ask('GET', '/api/product/list', operator)).toMatchObject({ json: { total: 1 } });
});

const mebibyte = 1024 * 1024;
const takes = '/api/product/developer/call/takes';
const template = {
  ...{ server: { url: 'https://takes.example' }, method: 'post', path: '/', responses: {} },
  requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
  'x-farebox': { price: { lines: [], maximum: 1 } },
};

/** A call that says that it has a body of 1 MiB, and of it so much. */
function upload(from: string, bytes: number): { sent: ClientRequest; status: Promise<number | undefined> } {
  const sent = request({
    ...{
      port: portal.port,
      host: '127.0.0.1',
      localAddress: from,
      method: 'POST',
      path: takes,
      agent: false,
    },
    headers: { 'content-length': mebibyte },
  });
  const status = once(sent, 'response').then(([response]) => response.statusCode);
  sent.write(Buffer.alloc(bytes, ' '));
  if (bytes === mebibyte) sent.end();
  return { sent, status };
}

test('bodies of one network that never end leave room for those of another', async () => {
  await portal.writer.run('publish-tags', { tags: publishedTags });
  const published = { id: 'tpl_takes', hash: 'takes', document: JSON.stringify(template) };
  await portal.writer.run('publish', {
    products: [publishedProduct('takes', { template: published })],
    now: 0,
  });
  const slow = Array.from({ length: 128 }, () => upload('127.0.0.2', mebibyte - 1));
  for (const { sent } of slow) sent.on('error', () => {});
  const unanswered = Promise.allSettled(slow.map(({ status }) => status));
  const whole = (from: string) => upload(from, mebibyte).status;
  // White space alone is no JSON, once it is read.
  const read = 400;
  await expect.poll(() => whole('127.0.0.2'), { interval: 50 }).toBe(503);
  expect(await whole('127.0.0.3')).toBe(read);
  for (const { sent } of slow) sent.destroy();
  await unanswered;
  await expect.poll(() => whole('127.0.0.2')).toBe(read);
}, 60_000);
