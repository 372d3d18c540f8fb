import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { backupList } from '../../../lib/operator/backups.ts';
import { freePort } from '../../setup/free-port.ts';
import { makePerson, type TestPerson } from '../../setup/make-person.ts';
import { portalVariables } from '../../setup/start-portal.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const timeout = 600_000;

let dataFolder: string;
let address: string;
let owner: TestPerson;
let portal: ReturnType<typeof spawn>;
beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'farebox-restoration-'));
  const port = await freePort();
  address = `http://127.0.0.1:${port}`;
  portal = spawn(process.execPath, ['cli/start.mjs', '--no-build'], {
    cwd: root,
    env: { ...process.env, ...portalVariables(port, dataFolder) },
    stdio: 'ignore',
  });
  await vi.waitFor(async () => expect(await isReady()).toBe(true), { timeout });
  owner = await makePerson(dataFolder);
}, timeout);
afterAll(async () => {
  const ended = once(portal, 'exit');
  portal.kill('SIGTERM');
  expect((await ended)[0]).toBe(0);
  await rm(dataFolder, { recursive: true, force: true });
}, timeout);

const isReady = () =>
  fetch(`${address}/api/ready`).then(
    ({ ok }) => ok,
    () => false,
  );
const ask = (path: string, body?: object) =>
  fetch(`${address}/api/operator${path}`, {
    headers: { ...owner.headers, 'content-type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
const list = async () => backupList.parse(await (await ask('/backups')).json());
const names = async () => {
  const { list: accounts } = await (await ask('/accounts')).json();
  return JSON.stringify(accounts);
};

async function backUp(): Promise<string> {
  const { name } = await (await ask('/backups', {})).json();
  await expect.poll(async () => (await list()).running, { timeout }).toBeNull();
  return name;
}

async function goBackTo(name: string) {
  const asked = await ask(`/backups/${name}/restoration`, { reason: 'A mistake' });
  expect(asked.status).toBe(201);
  const { id } = await asked.json();
  const done = () =>
    list().then(
      ({ restoration }) => restoration,
      () => null,
    );
  await expect.poll(done, { timeout }).toMatchObject({ id });
  return (await list()).restoration;
}

test('a portal goes back to a backup from the console, keeps what was there, and starts again', {
  timeout,
}, async () => {
  expect((await ask('/accounts', { name: 'Of before' })).status).toBe(201);
  const name = await backUp();
  expect((await ask('/accounts', { name: 'Of after' })).status).toBe(201);

  const { problem, aside } = (await goBackTo(name)) ?? {};
  expect(problem).toBeNull();
  expect(await names()).toContain('Of before');
  expect(await names()).not.toContain('Of after');
  expect(existsSync(join(dataFolder, aside ?? ''))).toBe(true);
  const audit = await (await ask(`/audit?actor=${owner.id}`)).text();
  expect(audit).toContain('note-restoration');
  expect(audit).toContain('A mistake');
});

test('a damaged backup changes nothing, and the console says why', { timeout }, async () => {
  const name = await backUp();
  await truncate(join(dataFolder, 'backups', name), 10_000);
  expect((await ask('/accounts', { name: 'Of later' })).status).toBe(201);
  expect((await goBackTo(name))?.problem).toContain('damaged');
  expect(await names()).toContain('Of later');
});

test('there is no way to a file elsewhere', async () => {
  const reason = { reason: 'To see' };
  for (const name of ['farebox.db', '..%2Ffarebox.db', 'secret'])
    expect((await ask(`/backups/${name}/restoration`, reason)).status).toBe(404);
  expect(readFileSync(join(dataFolder, 'restoration.json'), 'utf8')).not.toContain('To see');
  expect(await readdir(dataFolder)).not.toContain('farebox.db.restoring');
});
