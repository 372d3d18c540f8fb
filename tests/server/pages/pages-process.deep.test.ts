import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { get } from 'node:http';
import { dirname } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CallPortal, makeAccount, startCallPortal } from '../../setup/call-portal.ts';
import { findPagesProcess, isRunning } from '../../setup/pages-process.ts';
import { publishProducts } from '../../setup/test-catalogue.ts';

let portal: CallPortal;
const start = async () => {
  portal = await startCallPortal({ FAREBOX_GUEST_CREDITS: '1000', FAREBOX_TRUSTED_PROXIES: '127.0.0.9' });
};
const stop = () => portal.stop();

const inHtml = { accept: 'text/html' };
const pages = () => findPagesProcess(portal.pid) ?? { pid: 0, socketPath: '' };

interface Page {
  status: number;
  headers: Record<string, unknown>;
  html: string;
}

function page(path: string, headers: Record<string, string> = {}, localAddress = '127.0.0.1'): Promise<Page> {
  return new Promise((resolve, reject) => {
    const request = get(new URL(path, portal.url), {
      headers: { ...inHtml, ...headers },
      localAddress,
      agent: false,
    });
    request.once('error', reject);
    request.once('response', (reply) => {
      text(reply).then(
        (html) => resolve({ status: reply.statusCode ?? 0, headers: reply.headers, html }),
        reject,
      );
    });
  });
}

const health = async () => (await fetch(`${portal.url}/api/health`)).status;

describe('the process', () => {
  beforeEach(start);
  afterEach(stop);

  it('of its own renders the pages; when that is killed calls go on, and pages come back', async () => {
    const { key } = await makeAccount(portal.dataFolder, 100);
    const first = pages().pid;
    expect((await page('/')).status).toBe(200);

    process.kill(first, 'SIGKILL');
    await expect
      .poll(() => page('/'), { interval: 20 })
      .toMatchObject({
        status: 503,
        headers: { 'retry-after': '2' },
        html: expect.stringContaining('The pages are starting.'),
      });
    expect(await health()).toBe(503);
    expect((await portal.call('scripted', { size: 3 }, { key })).status).toBe(200);

    await expect
      .poll(() => portal.output())
      .toMatch(/^\{"level":"error",.*"event":"pages-ended",.*"signal":"SIGKILL"\}$/m);

    await expect.poll(health).toBe(200);
    expect((await page('/')).status).toBe(200);
    expect(pages().pid).not.toBe(first);
  });

  it('ends with the portal when that is killed, and leaves no socket', async () => {
    const { pid, socketPath } = pages();
    expect(existsSync(socketPath)).toBe(true);
    process.kill(portal.pid, 'SIGKILL');
    await portal.exited;
    await expect.poll(() => isRunning(pid)).toBe(false);
    expect(existsSync(dirname(socketPath))).toBe(false);
  });

  it('a stop waits for the pages that are under way or wait for their turn', async () => {
    const { pid } = pages();
    const asked = Array.from({ length: 12 }, () => page('/docs'));
    await Promise.race(asked);
    for (const ending of [portal.pid, pid]) process.kill(ending, 'SIGTERM');
    for (const { status, html } of await Promise.all(asked)) {
      expect(status).toBe(200);
      expect(html).toMatch(/<\/html>$/);
    }
    expect(await portal.exited).toEqual({ code: 0, signal: null });
    expect(isRunning(pid)).toBe(false);
  });
});

it('the process ends with what it was started by, also while it is kept busy', async () => {
  const script = `new (require('node:worker_threads').Worker)(process.argv[1]); console.log('busy'); for (;;);`;
  const busy = spawn(process.execPath, ['-e', script, './.next/front-thread.mjs'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  try {
    await once(busy.stdout, 'data');
    const exited = once(busy, 'exit');
    busy.stdin.end();
    expect(await exited).toEqual([null, 'SIGKILL']);
  } finally {
    busy.kill('SIGKILL');
  }
});

describe('the pages', () => {
  beforeAll(start);
  afterAll(stop);

  it('are of the address that asks, as calls are', async () => {
    const left = async (headers: Record<string, string>, localAddress: string) =>
      /\\"available\\":(\d+)/.exec((await page('/', headers, localAddress)).html)?.[1];
    const spend = await portal.call('scripted', { size: 30 });
    expect(spend.status).toBe(200);
    expect(await left({}, '127.0.0.1')).toBe('970');
    expect(await left({}, '127.0.0.2')).toBe('1000');
    expect(await left({ 'x-forwarded-for': '127.0.0.1' }, '127.0.0.2')).toBe('1000');
    expect(await left({ 'x-forwarded-for': '127.0.0.1' }, '127.0.0.9')).toBe('970');
    const forged = {
      'farebox-address': '127.0.0.1',
      'farebox-ticket': '0.1',
      'farebox-published': '99.99.99',
    };
    expect(await left(forged, '127.0.0.2')).toBe('1000');
  });

  it('never show what is older than a write that was acknowledged', async () => {
    const { key } = await makeAccount(portal.dataFolder, 100);
    for (let round = 1; round <= 3; round += 1) {
      const opened = await fetch(`${portal.url}/api/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ key }),
      });
      const cookie = (opened.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
      for (let seen = 0; seen < 2; seen += 1)
        expect((await page('/', { cookie })).html).toContain('\\"kind\\":\\"account\\"');
      await fetch(`${portal.url}/api/session`, { method: 'DELETE', headers: { cookie } });
      expect((await page('/', { cookie })).html).not.toContain('\\"kind\\":\\"account\\"');

      const slug = `round-${round}`;
      for (let seen = 0; seen < 2; seen += 1) expect((await page(`/products/${slug}`)).status).toBe(404);
      await publishProducts(portal.dataFolder, portal.upstream.url, [{ slug }]);
      expect((await page(`/products/${slug}`)).status).toBe(200);
      expect((await page(`/?q=${slug}`)).html).toContain(`/products/${slug}`);
    }
  });
});
