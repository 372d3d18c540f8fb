import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, inject, test } from 'vitest';
import { setPageHeaders } from '../../server/pages/page-headers.ts';

const portalUrl = inject('portalUrl');

const nonceOf = (policy: string | null) => /'nonce-([^']+)'/.exec(policy ?? '')?.[1] ?? '';

test.each(['/', '/?q=image', '/docs', '/docs/products', '/problems', '/problems/not-found', '/nowhere'])(
  '%s lets no script run but its own',
  async (path) => {
    const answer = await fetch(`${portalUrl}${path}`);
    const policy = answer.headers.get('content-security-policy');
    const nonce = nonceOf(policy);
    expect(policy).toContain(`script-src 'nonce-${nonce}' 'strict-dynamic';`);
    expect(policy).not.toContain('unsafe-eval');
    for (const directive of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
      expect(policy).toContain(directive);
    expect(policy).toContain("connect-src 'self' https: http:;");
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('referrer-policy')).toBe('same-origin');
    expect(answer.headers.get('permissions-policy')).toContain('camera=()');
    expect(answer.headers.get('cache-control')).toContain('no-store');

    const scripts = (await answer.text()).match(/<script\b[^>]*>/g) ?? [];
    expect(scripts.length).toBeGreaterThan(3);
    expect(scripts.filter((script) => !script.includes(`nonce="${nonce}"`))).toEqual([]);
  },
);

test('each page has a nonce of its own, which nobody else can choose', async () => {
  const mine = "script-src 'nonce-AAAAAAAAAAAAAAAAAAAAAA=='";
  const answers = await Promise.all(
    [1, 2, 3].map(() => fetch(portalUrl, { headers: { 'content-security-policy': mine } })),
  );
  const nonces = answers.map(({ headers }) => nonceOf(headers.get('content-security-policy')));
  expect(new Set(nonces).size).toBe(3);
  for (const answer of answers) expect(await answer.text()).not.toContain('AAAAAAAAAAAAAAAAAAAAAA==');
});

test('what else a page is made of is taken for nothing but what it says it is', async () => {
  const answer = await fetch(`${portalUrl}/icon.svg`);
  expect(answer.ok).toBe(true);
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
});

test('a file of the build comes without the policy of pages, which is heavier than some of them', async () => {
  const page = await (await fetch(portalUrl)).text();
  const files = page.match(/\/_next\/static\/[\w./~-]+/g) ?? [];
  expect(files.length).toBeGreaterThan(3);
  for (const file of files) {
    const { status, headers } = await fetch(portalUrl + file);
    expect(status, file).toBe(200);
    expect(headers.get('content-security-policy'), file).toBe(null);
    expect(headers.get('x-content-type-options'), file).toBe('nosniff');
  }
});

test.each([
  '/_next/static/../../docs',
  '/_next/static/chunks/../../../docs',
  '/_next/static/chunks/%2e%2e/%2e%2e/%2e%2e/docs',
  '/_next/static/chunks/..%2f..%2f..%2fdocs/a.js',
  '/_next/static/nowhere',
])('%s is no such file, and leads nowhere', async (path) => {
  // As it is written: fetch would make another path of it.
  const [answer] = await fetchResponseOf(get(portalUrl, { path }));
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([404, 'application/problem+json']);
  answer.resume();
});

test('only development evaluates text as script', async () => {
  const server = createServer((incoming, outgoing) => {
    setPageHeaders(incoming, outgoing, true);
    outgoing.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const [answer] = await fetchResponseOf(get({ port: addressOf(server.address()).port }));
  expect(answer.headers['content-security-policy']).toContain("'unsafe-eval'");
  server.close();
});

/** The one argument of the event. */
function fetchResponseOf(request: ReturnType<typeof get>): Promise<[IncomingMessage]> {
  return once(request, 'response') as Promise<[IncomingMessage]>;
}

/** Of a server that listens on a port. */
function addressOf(address: ReturnType<ReturnType<typeof createServer>['address']>): AddressInfo {
  return address as AddressInfo;
}
