import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { makeAccount } from '../setup/call-portal.ts';
import { listenOnLoopback } from '../setup/listen-on-loopback.ts';

/** What a developer would write: each step shows its result on the page. */
const program = `
import { Farebox, ProblemError } from 'farebox';

const { url, key } = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
const show = (name, value) => document.body.append(Object.assign(document.createElement('p'), { textContent: name + ': ' + value }));
const failure = (promise) => promise.catch((error) => error);
const farebox = new Farebox({ url, key });
const input = { size: 3, script: { chunks: ['{"rides":2}'] } };

const quote = await farebox.quote('scripted', input);
show('Quote', quote.credits);
const reply = await farebox.call('scripted', input, { quote, maxCredits: 3 });
show('Reply', [reply.data.rides, reply.charged, typeof reply.balance].join(' '));
const receipt = await farebox.receipt(reply.callId);
show('Receipt', (await farebox.verify(receipt)).ok);
show('Changed receipt', (await farebox.verify({ ...receipt, charged: 1 })).ok);

const stream = await farebox.stream('scripted-stream', { size: 2, script: { type: 'text/event-stream', chunks: ['data: one\\n\\n', 'data: two\\n\\n'] } });
const events = [];
for await (const { data } of stream) events.push(data);
show('Stream', [stream.held, ...events, stream.cost.charged].join(' '));

const file = new File(['words'], 'words.txt', { type: 'text/plain' });
show('File', (await farebox.quote('every-field', { file })).invalid.length);

const refusal = await failure(farebox.call('scripted', { size: 'large' }));
show('Refusal', [refusal instanceof ProblemError, refusal.code, refusal.faults[0].pointer, refusal.charged, refusal.callId.slice(0, 5)].join(' '));
const guest = new Farebox({ url });
show('Guest', [(await guest.call('scripted', {})).charged, (await failure(guest.call('dear', {}))).code].join(' '));
show('Done', true);
`;

const page = `<!doctype html><title>Another site</title>
<script type="importmap">{ "imports": { "farebox": "/dist/index.js" } }</script>
<script type="module">${program}</script><body>`;

let dist: string;
let site: Server;
let siteUrl: string;

test.beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'farebox-client-'));
  await promisify(execFile)(process.execPath, ['client/build.mjs', dist]);
  site = createServer((incoming, outgoing) => {
    const name = /^\/dist\/([\w-]+\.js)$/.exec(incoming.url ?? '')?.[1];
    outgoing.setHeader('content-type', name === undefined ? 'text/html; charset=utf-8' : 'text/javascript');
    if (name === undefined) outgoing.end(page);
    else void readFile(join(dist, name)).then((script) => outgoing.end(script));
  });
  siteUrl = `http://127.0.0.1:${await listenOnLoopback(site)}`;
});

test.afterAll(async () => {
  site.close();
  await rm(dist, { recursive: true });
});

test('a page of another site quotes, calls, streams and verifies', { tag: '@deep' }, async ({
  page: browser,
}) => {
  const errors: string[] = [];
  browser.on('pageerror', ({ message }) => errors.push(message));
  const { key } = await makeAccount(process.env['FAREBOX_TEST_DATA'] ?? '', 100);
  const given = new URLSearchParams({ url: process.env['FAREBOX_TEST_URL'] ?? '', key });
  const scripts: string[] = [];
  browser.on('request', (request) => {
    if (request.url().startsWith(`${siteUrl}/dist/`)) scripts.push(request.url());
  });
  await browser.goto(`${siteUrl}/#${given}`);
  await expect(browser.getByText('Done: true')).toBeVisible();
  await expect(browser.getByRole('paragraph')).toHaveText([
    'Quote: 3',
    'Reply: 2 3 number',
    'Receipt: true',
    'Changed receipt: false',
    'Stream: 2 one two 2',
    'File: 0',
    'Refusal: true validation /size 0 call_',
    'Guest: 1 insufficient-credits',
    'Done: true',
  ]);
  expect(errors).toEqual([]);
  // The rules of receipts come when they are needed, after the client itself.
  expect(scripts.findIndex((url) => url.includes('receipt-rules'))).toBeGreaterThan(0);
});
