import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { agreeOnSecrets } from '../../../server/store/postgres/agree-on-secrets.ts';
import { openConnections } from '../../../server/store/postgres/connections.ts';
import { failedStart } from '../../setup/failed-start.ts';
import { makePostgresDatabase } from '../../setup/make-postgres-database.ts';
import { sendCall } from '../../setup/send-call.ts';
import { emptyData, type Parts, type RunningPortal, startPortal } from '../../setup/start-portal.ts';
import pg from 'pg';

const [old, recent] = ['an old secret of 32 characters.....', 'a recent secret of 32 characters..'];

test('portals agree on secrets while one is changed', async () => {
  const pool = openConnections(await makePostgresDatabase(), 1);
  onTestFinished(() => pool.end());
  const steps: [list: string[], naming: string | undefined][] = [
    [['old'], 'old'],
    [['other'], undefined],
    // The recent one is added to all portals, then signs, and then the old one goes.
    [['old', 'recent'], 'old'],
    [['old'], 'old'],
    [['old', 'recent'], 'old'],
    [['recent', 'old'], 'old'],
    [['recent'], 'recent'],
    [['old'], undefined],
    // One that was late has both, and makes the names that the others make.
    [['recent', 'old'], 'recent'],
    [['newest', 'recent'], 'recent'],
    [['newest'], 'newest'],
  ];
  for (const [list, naming] of steps)
    expect([list, await agreeOnSecrets(pool, list)]).toEqual([list, naming]);
});

test('a list on an empty database names with its last, on all portals at once', async () => {
  const pool = openConnections(await makePostgresDatabase(), 4);
  onTestFinished(() => pool.end());
  const list = ['recent', 'old'];
  const agreed = await Promise.all(Array.from({ length: 4 }, () => agreeOnSecrets(pool, list)));
  expect(agreed).toEqual(['old', 'old', 'old', 'old']);
});

const quoted = z.object({ quote: z.string() });
const input = { text: 'hello' };

async function quoteAt({ url }: RunningPortal): Promise<string> {
  const response = await fetch(`${url}/api/product/credits/required/qr-code?detail=full`, {
    method: 'POST',
    body: JSON.stringify(input),
  });
  return quoted.parse(await response.json()).quote;
}

async function start(variables: Record<string, string>, parts: Parts): Promise<RunningPortal> {
  const portal = await startPortal([], undefined, variables, undefined, parts);
  onTestFinished(() => portal.stop());
  return portal;
}

test('what the old secret signed is valid with a list in a file, and not with the recent one alone', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'farebox-list-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'secrets');
  await writeFile(file, `${recent}\n${old}\n`);
  const before = await start({ FAREBOX_SECRET: old }, { toolbox: false });
  const meanwhile = await start({ FAREBOX_SECRET_FILE: file }, {});
  const quote = await quoteAt(before);
  const page = await fetch(before.url, { headers: { accept: 'text/html' } });
  const [cookie = ''] = (page.headers.get('set-cookie') ?? '').split(';');
  const call = ({ url }: RunningPortal, given: string) =>
    sendCall(url, 'qr-code', input, { headers: { 'farebox-quote': given } });
  expect((await call(meanwhile, quote)).status).toBe(200);
  const renewing = await fetch(meanwhile.url, { headers: { accept: 'text/html', cookie } });
  const [renewed = ''] = (renewing.headers.get('set-cookie') ?? '').split(';');
  const owner = /^farebox_guest=anon_\w+/;
  expect([renewed === cookie, owner.exec(renewed)?.[0]]).toEqual([false, owner.exec(cookie)?.[0]]);
  const after = await start({ FAREBOX_SECRET: recent }, { pages: false });
  expect((await call(after, quote)).json).toMatchObject({ code: 'quote-invalid' });
  expect((await call(after, await quoteAt(meanwhile))).status).toBe(200);
});

test('a portal of PostgreSQL without a secret of the others ends with a sentence', async () => {
  const databaseUrl = await makePostgresDatabase('empty');
  const variables = { DATABASE_URL: databaseUrl, FAREBOX_SECRET: old };
  const portal = await startPortal([], emptyData, variables, undefined, { pages: false, toolbox: false });
  onTestFinished(() => portal.stop());
  const { code, stderr } = await failedStart(portal.dataFolder, { ...variables, FAREBOX_SECRET: recent });
  expect([code, stderr]).toEqual([2, expect.stringMatching(/^FAREBOX_SECRET has no secret of [^\n]+\n$/)]);
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const { rows } = await client.query('SELECT "key" FROM "Secret"');
  await client.end();
  expect(rows).toEqual([{ key: 1 }]);
});
