import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { testPassword, strongPasswordHash } from '../../setup/make-person.ts';
import { type RunningPortal, startPortal } from '../../setup/start-portal.ts';

const password = 'brolly tunnel waxing 77';
let portals: RunningPortal[] = [];
afterEach(async () => {
  await Promise.all(portals.map((portal) => portal.stop()));
  portals = [];
});

async function start(variables: Record<string, string>): Promise<RunningPortal> {
  const portal = await startPortal([], undefined, variables, undefined, { pages: false, toolbox: false });
  portals.push(portal);
  return portal;
}

const linkOf = (portal: RunningPortal) => /Farebox has no operator yet: (\S+)/.exec(portal.output())?.[1];

const claim = ({ url }: RunningPortal, token: string) =>
  fetch(`${url}/api/setup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, email: 'ada@example.com', name: 'Ada', password }),
  });

test('signs up with the link that the portal prints, at its public address, in no log line', async () => {
  const portal = await start({ FAREBOX_URL: 'https://apis.example.com' });
  // The last line that a start prints.
  await expect.poll(() => linkOf(portal)).toMatch(/^https:\/\/apis\.example\.com\/setup#[0-9a-z]{51}$/);
  const token = linkOf(portal)?.split('#')[1] ?? '';
  const claims = await Promise.all(Array.from({ length: 5 }, () => claim(portal, token)));
  expect(claims.map(({ status }) => status).toSorted()).toEqual([204, 410, 410, 410, 410]);
  expect(claims.find(({ status }) => status === 204)?.headers.get('set-cookie')).toContain(
    '__Host-farebox_session=',
  );
  const listed = await fetch(`${portal.url}/api/product/list`);
  expect(listed.status).toBe(200);
  const logged = portal
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'));
  expect(logged.filter((line) => line.includes(token) || line.includes(password))).toEqual([]);
});

test('is the operator of the settings, and then no link is printed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'farebox-hash-'));
  const file = join(folder, 'hash');
  writeFileSync(file, `${strongPasswordHash()}\n`);
  const portal = await start({
    FAREBOX_OPERATOR_EMAIL: 'Ada@example.com',
    FAREBOX_OPERATOR_PASSWORD_HASH_FILE: file,
    FAREBOX_TEST_PASSWORDS: 'true-cost',
  });
  await expect.poll(() => portal.output()).toContain('The operator Ada@example.com was created.');
  const reply = await fetch(`${portal.url}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ada@example.com', password: testPassword }),
  });
  expect(await reply.json()).toMatchObject({ person: { name: 'Ada', operatorRole: 'owner' } });
  expect(linkOf(portal)).toBeUndefined();
  rmSync(folder, { recursive: true });
});
