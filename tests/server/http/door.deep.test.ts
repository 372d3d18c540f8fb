import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectCharged } from '../../setup/call-expectations.ts';
import { type CallPortal, makeAccount, startCallPortal } from '../../setup/call-portal.ts';
import { fareboxSays } from '../../setup/farebox.ts';
import { speak } from '../../setup/speak.ts';
import { runs } from '../../setup/runs.ts';
import fc from 'fast-check';

let portal: CallPortal;
beforeAll(async () => {
  portal = await startCallPortal({ FAREBOX_TRUSTED_PROXIES: 'loopback' }, [], { toolbox: false });
});
afterAll(() => portal.stop());

const ask = (request: string) => speak(portal.url, request);
const get = (target: string, headers = '') =>
  ask(`GET ${target} HTTP/1.1\r\nHost: portal\r\n${headers}Connection: close\r\n\r\n`);
const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1]);
const callPath = '/api/product/developer/call/scripted';

/** The lines of the log that say this, in full. */
function logged(text: string): unknown[] {
  const lines = portal.output().split('\n');
  return lines.filter((line) => line.includes(text)).map((line): unknown => JSON.parse(line));
}

describe('a caller that a proxy speaks for', () => {
  const balanceOf = (answer: string) => Number(/farebox-credits-balance: (\d+)/i.exec(answer)?.[1]);
  const call = (headers: string) =>
    ask(
      `POST ${callPath} HTTP/1.1\r\nHost: portal\r\n${headers}Connection: close\r\nContent-Length: 2\r\n\r\n{}`,
    );

  it('stays that caller behind 1,000 header lines', async () => {
    const forwarded = 'X-Forwarded-For: 198.51.100.55\r\n';
    expect(balanceOf(await call(forwarded))).toBe(999);
    expect(balanceOf(await call('a: b\r\n'.repeat(1_000) + forwarded))).toBe(998);
  });

  it.each([
    ['says so after 1,000 header lines', `${'a: b\r\n'.repeat(1_000)}X-Forwarded-For: 198.51.100.55\r\n`],
    ['says nothing', ''],
  ])('reads no metrics where the proxy %s', async (_what, headers) => {
    expect(await get('/metrics', headers)).toMatch(/^HTTP\/1\.1 403 .*"code":"forbidden"/s);
  });

  it('reads the metrics with the key of an operator, through the proxy as well', async () => {
    const account = randomUUID();
    await fareboxSays(portal.dataFolder, 'account', 'create', account);
    const key = await fareboxSays(portal.dataFolder, 'key', 'create', account, '--operator');
    const { key: plain } = await makeAccount(portal.dataFolder, 0);
    const forwarded = 'X-Forwarded-For: 198.51.100.55\r\n';
    expect(statusOf(await get('/metrics', `${forwarded}Authorization: Bearer ${key}\r\n`))).toBe(200);
    expect(statusOf(await get('/metrics', `Authorization: Bearer ${plain}\r\n`))).toBe(403);
  });
});

describe('what the portal does not use of Next', () => {
  it.each([
    '/_next/image?url=/%5C&w=64&q=75',
    '/_next/image?url=%0a%7B%22level%22:%22info%22%7D&w=1',
    '/_next/data/build/index.json',
    '/_next/static/build/_buildManifest.js',
    '/_next',
  ])('is not there: %s', async (target) => {
    expect(await get(target)).toMatch(/^HTTP\/1\.1 404 .*"code":"not-found"/s);
  });

  it('is not there: server actions, and no page takes a POST', async () => {
    const body = 'Content-Type: text/plain\r\nContent-Length: 2\r\n';
    const post = (headers: string) =>
      ask(`POST / HTTP/1.1\r\nHost: portal\r\nConnection: close\r\n${headers}${body}\r\n[]`);
    expect(statusOf(await post('Next-Action: abc\tdef\r\n'))).toBe(404);
    expect(await post('')).toMatch(/^HTTP\/1\.1 405 .*allow: GET, HEAD/is);
  });

  it('writes nothing but one line of JSON for each call and each problem', async () => {
    const requestId = `log-${randomUUID()}`;
    const named = `X-Request-Id: ${requestId}\r\n`;
    for (const target of [
      '/_next/image?url=%0a{"level":"info"}',
      '/products/%0a{"level":"info"}',
      '/%E2%80%A8{"level":"info"}',
      '/products/qr-code?%0d%0a{"event":"call"}',
    ])
      await get(target, `${named}Next-Action: \u0085x\r\nNext-Router-State-Tree: x\r\n`);
    expectCharged(await portal.call('scripted', {}, { headers: { 'x-request-id': requestId } }), 1);
    await expect.poll(() => logged(requestId).length).toBe(5);
    expect(logged(requestId).at(-1)).toMatchObject({ event: 'call', requestId, status: 200 });
    const lines = portal.output().trimEnd().split('\n');
    const forPeople = /^(?:Farebox is at|The toolbox is at|Farebox has no operator yet:) http/;
    for (const line of lines.filter((text) => !forPeople.test(text)).slice(1)) {
      expect(JSON.parse(line)).toMatchObject({ level: expect.any(String), event: expect.any(String) });
      expect(line).toMatch(/^[^\p{Cc}\u2028\u2029]*$/u);
    }
  });
});

describe('an address that cannot be decoded', () => {
  it.each(['/products/%ff', '/calls/%ff', '/problems/%ff', '/products/%', '/products/%E0%80%AF', '/%'])(
    'is a page that says that there is nothing: %s',
    async (target) => {
      expect(await get(target)).toMatch(/^HTTP\/1\.1 404 .*content-type: text\/html.*<\/html>/is);
    },
  );

  it.each(['/_global-error', '/%5Fglobal-error', '/_error', '/_not-found', '/500'])(
    'and a page of Next itself, too: %s',
    async (target) => expect(statusOf(await get(target))).toBe(404),
  );

  it('no address and no header of a page is ever 5xx', async () => {
    const segment = fc.oneof(
      fc.constantFrom('products', 'calls', 'problems', 'docs', 'keys', 'qr-code', '_next', 'image', '..', ''),
      fc.constantFrom(
        '%',
        '%ff',
        '%00',
        '%2f',
        '%5c',
        '%0a',
        '[slug]',
        '__proto__',
        '%5Fnext',
        '\\',
        ';',
        '\xff',
      ),
      fc.string({ unit: fc.constantFrom(...'%/._-~\\aAfF0259:@()[]{}"\u00e9'), maxLength: 8 }),
    );
    const query = fc.oneof(
      fc.constant(''),
      fc.constantFrom('?q=%ff', '?_rsc=%', '?%', '?page=%00', '?url=%5C'),
    );
    const header = fc.constantFrom(
      '',
      'RSC: 1\r\n',
      'RSC: 1\r\nNext-Router-State-Tree: %ff\r\n',
      'RSC: 1\r\nNext-Router-Prefetch: 1\r\nNext-Router-Segment-Prefetch: /%ff\r\n',
      'X-Matched-Path: /%ff\r\n',
      'Next-Url: %\r\n',
      'X-Forwarded-Host: %\\@\r\nX-Forwarded-Proto: %\r\n',
      'Cookie: a=%ff; =; farebox_guest=%\r\n',
      'Traceparent: %\r\nX-Request-Id: \t\r\n',
    );
    const target = fc.tuple(fc.array(segment, { maxLength: 4 }), query);
    await fc.assert(
      fc.asyncProperty(target, header, async ([segments, search], headers) => {
        const address = `/${segments.join('/')}${search}`.replace(/[^\x21-\x7e]/g, encodeURIComponent);
        const answer = await get(address, `Accept: text/html\r\n${headers}`);
        expect(statusOf(answer), address).toBeLessThan(500);
      }),
      { numRuns: runs(150), interruptAfterTimeLimit: 60_000 },
    );
  });

  it('a router state that the pages send is taken', async () => {
    const state = encodeURIComponent(JSON.stringify(['', { children: ['__PAGE__', {}] }, null, null]));
    const headers = `RSC: 1\r\nNext-Router-State-Tree: ${state}\r\n`;
    const redirect = await get('/products/qr-code', headers);
    const [, address = ''] = /^location: (\S+)/im.exec(redirect) ?? [];
    expect(await get(address, headers)).toMatch(/^HTTP\/1\.1 200 .*text\/x-component/is);
  });

  it('a router state that no page of the portal sends is 400', async () => {
    const headers = 'RSC: 1\r\nNext-Router-State-Tree: x\r\n';
    expect(await get('/products/qr-code', headers)).toMatch(/^HTTP\/1\.1 400 .*"code":"bad-request"/s);
  });
});

describe('a request that two servers may read differently', () => {
  const health = 'GET /api/health HTTP/1.1\r\n';

  it.each(
    // biome-ignore format: a table
    [
      ['two Host headers', `${health}Host: portal\r\nHost: elsewhere\r\n\r\n`],
      ['the same Host twice', `${health}Host: portal\r\nhost: portal\r\n\r\n`],
      ['no Host', `${health}\r\n`],
      ['gzip, chunked', `POST ${callPath} HTTP/1.1\r\nHost: portal\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`],
      ['chunked twice', `POST ${callPath} HTTP/1.1\r\nHost: portal\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
      ['chunked in HTTP/1.0', `POST ${callPath} HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
      ['two Host headers for a page', `GET / HTTP/1.1\r\nHost: portal\r\nHost: elsewhere\r\n\r\n`],
    ],
  )('is refused as a problem, and its connection ends: %s', async (_what, request) => {
    const answer = await speak(portal.url, request, `${health}Host: portal\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 .*application\/problem\+json.*"code":"bad-request"/s);
    expect(answer.match(/HTTP\/1\.1 \d/g)).toHaveLength(1);
  });

  it('is taken where only one reading is possible', async () => {
    expect(statusOf(await ask('GET /api/health HTTP/1.0\r\n\r\n'))).toBe(200);
    const chunked = `POST ${callPath} HTTP/1.1\r\nHost: portal\r\nConnection: close\r\nTransfer-Encoding: Chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`;
    expect(statusOf(await ask(chunked))).toBe(200);
  });
});

it('500 requests that were sent ahead are answered each, in order, with 429 past a hundred', async () => {
  const body = JSON.stringify({ script: { name: 'first-of-500', gate: 'first-of-500' } });
  const first = `POST ${callPath} HTTP/1.1\r\nHost: portal\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const numbered = Array.from(
    { length: 500 },
    (_none, index) => `GET /api/health HTTP/1.1\r\nHost: portal\r\nX-Request-Id: ahead-${index}\r\n\r\n`,
  );
  const answers = speak(portal.url, first, numbered.join(''));
  await portal.control.arrived('first-of-500');
  await portal.control.release('first-of-500');
  const heard = await answers;
  const statuses = [...heard.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
  expect(statuses).toEqual([200, ...numbered.map((_request, index) => (index < 100 ? 200 : 429))]);
  const ids = [...heard.matchAll(/^x-request-id: ahead-(\d+)\r$/gim)].map(([, index]) => Number(index));
  expect(ids).toEqual(numbered.map((_request, index) => index));
});
