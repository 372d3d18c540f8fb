import { type ChildProcess, spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { defaultFace } from '../../../lib/face/face.ts';
import { hashClientToken, makeClientToken } from '../../../server/callers/api-key.ts';
import { AbsentWriter } from '../../../server/store/writer.ts';
import { openConnections } from '../../../server/store/postgres/connections.ts';
import { openReadingPostgres } from '../../../server/store/postgres/open-postgres-store.ts';
import { runTransaction } from '../../../server/store/postgres/run-steps.ts';
import { createInvitation } from '../../../server/store/accounts/invitation-jobs.ts';
import { createAlert } from '../../../server/store/messages/alert-jobs.ts';
import { grantClient } from '../../../server/store/accounts/client-token-jobs.ts';
import { createWebhook } from '../../../server/store/messages/webhook-jobs.ts';
import { type NewEvent, queueDeliveries } from '../../../server/store/messages/queue-deliveries.ts';
import { queueMail } from '../../../server/store/messages/queue-mail.ts';
import { backUp } from '../../../server/store/sqlite/backup/back-up.ts';
import { openSqliteStore } from '../../../server/store/sqlite/open-sqlite-store.ts';
import type { Store } from '../../../server/store/store.ts';
import { expectCharged, expectRefused, expectSoundLedger } from '../../setup/call-expectations.ts';
import { makeAccounts, type TestAccount } from '../../setup/call-portal.ts';
import { keepDatabaseUrl } from '../../setup/data-place.ts';
import { failedStart } from '../../setup/failed-start.ts';
import { testEgress } from '../../setup/farebox.ts';
import { runFarebox } from '../../setup/run-farebox.ts';
import { makePostgresDatabase } from '../../setup/make-postgres-database.ts';
import { parcelDocument, publishApi } from '../../setup/publish-api.ts';
import { makePerson } from '../../setup/make-person.ts';
import { addMember } from '../../setup/add-member.ts';
import { queueTestMail } from '../../setup/queue-test-mail.ts';
import { runStepsIn } from '../../setup/run-steps-in.ts';
import { type Caller, type CallReply, sendCall } from '../../setup/send-call.ts';
import { type RunningPortal, startPortal } from '../../setup/start-portal.ts';
import { byUse, publishProducts } from '../../setup/test-catalogue.ts';
import { startUpstream, type Upstream } from '../../setup/upstream.ts';
import { UpstreamControl } from '../../setup/upstream-control.ts';
import type pg from 'pg';

const noToolbox = { toolbox: false };

let upstream: Upstream;
let control: UpstreamControl;
let before: RunningPortal;
let after: RunningPortal;
let databaseUrl: string;
let target: pg.Pool;
let rich: TestAccount;
let capped: string;
/** Of a browser: signed in, and of a guest. */
let signedIn: Caller;
let guest: Caller;
const calls: string[] = [];

beforeAll(async () => {
  upstream = await startUpstream();
  control = new UpstreamControl(upstream.url);
  before = await startPortal([], undefined, { FAREBOX_EGRESS_ALLOW: testEgress }, undefined, noToolbox);
  await publishProducts(before.dataFolder, upstream.url, [
    { slug: 'scripted' },
    { slug: 'metered', lines: byUse },
    { slug: 'not-any-more', status: 'offline' },
    { slug: 'with-file', schema: fileShape },
  ]);
  await publishApi(before.dataFolder, parcelDocument, ['parcel-post-get-a-map-of-the-way']);
  [rich = { id: '', key: '' }] = await makeAccounts(before.dataFolder, [500, 0]);
  await makeHistory();
  databaseUrl = await makePostgresDatabase('empty');
  target = openConnections(databaseUrl, 2);
});

afterAll(async () => {
  await target.end();
  await before.stop();
  await upstream.close();
});

const fileShape = {
  type: 'object',
  properties: {
    size: { type: 'integer', default: 1 },
    file: { type: 'string', contentEncoding: 'base64', contentMediaType: 'image/png' },
    script: { type: 'object' },
  },
};

const logo = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>';

async function changeFace(): Promise<void> {
  const { headers } = await makePerson(before.dataFolder);
  const { version: after, pictures: _, ...texts } = defaultFace;
  const pictures = { logo: Buffer.from(logo).toString('base64') };
  const changed = await fetch(`${before.url}/api/operator/portal`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', origin: before.url },
    body: JSON.stringify({ ...texts, name: 'Moved APIs', pictures, after }),
  });
  expect(changed.status).toBe(200);
}

async function makeHistory(): Promise<void> {
  const { key } = rich;
  await changeFace();
  const session = await send(before, 'POST', '/api/session', { key });
  signedIn = { headers: { cookie: cookieOf(session) } };
  const visit = await fetch(`${before.url}/api/credits`);
  guest = { headers: { cookie: cookieOf(visit) } };
  const made = await send(
    before,
    'POST',
    '/api/keys',
    { name: 'capped', caps: { day: 9, total: 90 } },
    { key },
  );
  capped = z.object({ key: z.string() }).parse(await made.json()).key;
  const limit = ['account', 'cap', rich.id, '--month', '400', '--reason', 'Agreed'];
  expect(await runFarebox(before.dataFolder, limit)).toMatchObject({ code: 0 });
  const gone = await send(before, 'POST', '/api/keys', { name: 'gone' }, { key });
  const { id } = z.object({ id: z.string() }).parse(await gone.json());
  await send(before, 'DELETE', `/api/keys/${id}`, undefined, { key });
  const paid = await call(before, 'scripted', { size: 7, note: 'a\u0000b' }, { key });
  const answer = { name: 'answered', type: 'text/plain', chunks: ['once'] };
  for (const reply of [
    paid,
    await call(before, 'scripted', { size: 3, script: answer }, { key, ...idempotent }),
    await call(before, 'metered', { size: 5, script: { chunks: ['{"usage":{"used":4}}'] } }, { key: capped }),
    await call(before, 'with-file', { size: 2, file: Buffer.from('a picture').toString('base64') }, signedIn),
    await call(before, 'scripted', { size: 4 }, { key: capped }),
    await call(before, 'scripted', { size: 5 }, guest),
    await call(before, 'scripted', { size: 5 }, { from: '127.0.0.2' }),
    await call(before, 'scripted', { size: 5, script: { status: 500 } }, { key }),
  ])
    calls.push(reply.callId);
  expectRefused(await call(before, 'scripted', { size: 'big' }, { key }), 422, 'validation');
  const isListed = async () =>
    expect(await get(before, '/api/calls/refused', { key })).toMatchObject([200, { total: 1 }]);
  await vi.waitFor(isListed, { timeout: 300_000 });
  queueTestMail(before.dataFolder);
  const webhook = { id: 'whk_a', accountId: rich.id, url: 'http://127.0.0.1:9/', secret: 'encrypted' };
  const times = { events: ['key.revoked'], now: Date.now(), most: 1 };
  runStepsIn(before.dataFolder, createWebhook.steps({ ...webhook, ...times }));
  runStepsIn(before.dataFolder, queueDeliveries(lowCredits(rich.id)));
  const owner = runStepsIn(before.dataFolder, addMember(rich.id, 'owner'));
  const alert = { id: 'alr_a', accountId: rich.id, watches: 'day', credits: 5, most: 1 } as const;
  const of = { keyId: null, personId: owner.personId, people: [owner.personId], tellsWebhooks: true };
  runStepsIn(before.dataFolder, createAlert.steps({ ...alert, ...of, now: Date.now() }));
  const invitation = { id: 'inv_a', hash: 'a', accountId: rich.id, role: 'member', sendTo: null } as const;
  const terms = { caps: { capDay: 1, capMonth: null, capTotal: 2 }, by: owner.personKey, most: 1 };
  const lasts = { now: Date.now(), expiresAt: Date.now() + 1 };
  runStepsIn(before.dataFolder, createInvitation.steps({ ...invitation, ...terms, ...lasts }));
  await grantAgent(owner.personKey);
  const refund = ['adjust', rich.id, '+2', '--reason', 'Was late', '--call', paid.callId];
  expect(await runFarebox(before.dataFolder, refund)).toMatchObject({ code: 0 });
}

const agent = {
  client_id: 'https://agent.example/client.json',
  redirect_uri: 'https://agent.example/callback',
  code: makeClientToken('code'),
  code_verifier: 'v'.repeat(43),
};
let agentTokens: z.output<typeof clientTokens>;
const clientTokens = z.object({ access_token: z.string(), refresh_token: z.string() });

/** An agent has exchanged the code of a grant. */
async function grantAgent(personKey: number): Promise<void> {
  const now = Date.now();
  const caps = { capDay: null, capMonth: null, capTotal: null };
  const key = {
    ...{ id: 'key_agent', accountId: rich.id, name: 'Agent', hash: 'of no key', hint: '', operator: false },
    ...{ ...caps, now, expiresAt: null, personKey, client: { id: agent.client_id, name: 'Agent' } },
  };
  const code = { hash: hashClientToken(agent.code), expiresAt: now + 600_000 };
  const fits = {
    redirectUri: agent.redirect_uri,
    codeChallenge: hash('sha256', agent.code_verifier, 'base64url'),
  };
  runStepsIn(before.dataFolder, grantClient.steps({ key, code: { ...code, ...fits } }));
  agentTokens = await exchange(before, { grant_type: 'authorization_code', ...agent });
}

async function exchange({ url }: RunningPortal, form: Record<string, string>) {
  const reply = await fetch(`${url}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) });
  return clientTokens.parse(await reply.json());
}

const lowCredits = (accountId: string): NewEvent => ({
  ...{ accountId, event: 'key.revoked', data: {}, now: Date.now() },
});
const idempotent = { headers: { 'idempotency-key': 'before-the-move' } };

function call(portal: RunningPortal, slug: string, input: Parameters<typeof sendCall>[2], caller: Caller) {
  return sendCall(portal.url, slug, input, caller);
}

function send(
  portal: RunningPortal,
  method: string,
  path: string,
  body?: unknown,
  { key }: Caller = {},
): Promise<Response> {
  return fetch(`${portal.url}${path}`, {
    method,
    headers: {
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

async function get(portal: RunningPortal, path: string, { key, headers }: Caller = {}): Promise<unknown> {
  const response = await fetch(`${portal.url}${path}`, {
    headers: { ...headers, ...(key !== undefined && { authorization: `Bearer ${key}` }) },
  });
  // Keys of entries are those of the engine, and so is the signature of what has them.
  const leave = (name: string, value: unknown) =>
    name === 'signature' || name === 'requestId' || (name === 'id' && typeof value === 'number')
      ? undefined
      : value;
  const body: unknown = JSON.parse((await response.text()).replaceAll(portal.url, ''), leave);
  return [response.status, body];
}

function cookieOf({ headers }: Response): string {
  return headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0])[0] ?? '';
}

/** `farebox move` as a process, which a test kills. */
function startMove(to: string): { child: ChildProcess; ended: Promise<unknown>; said: () => string } {
  const child = spawn(process.execPath, ['cli/farebox.mjs', 'move', '--to', to], {
    env: { ...process.env, FAREBOX_DATA: before.dataFolder, DATABASE_URL: '' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (part: string) => (stderr += part));
  return { child, ended: once(child, 'close'), said: () => stderr };
}

const move = (to = databaseUrl) => runFarebox(before.dataFolder, ['move', '--to', to]);

it('waits for open calls, while the portal refuses new ones and every change, and shows its pages', async () => {
  const elsewhere = await makePostgresDatabase('template0');
  const open = call(
    before,
    'scripted',
    { size: 1, script: { name: 'open', gate: 'open' } },
    { key: rich.key },
  );
  await control.arrived('open');
  const { child, ended, said } = startMove(elsewhere);
  await expect.poll(said).toContain('Waiting for the calls that are still open: 1');

  const refused = await call(before, 'scripted', {}, { key: rich.key });
  expectRefused(refused, 503, 'unavailable');
  expect(refused.headers).toMatchObject({ 'retry-after': '30' });
  expect(refused.json).toMatchObject({ detail: expect.stringMatching(/being moved.* nothing was charged/) });
  const signIn = await send(before, 'POST', '/api/session', { key: rich.key });
  expect([signIn.status, await signIn.json()]).toMatchObject([503, { code: 'unavailable' }]);
  expect(await runFarebox(before.dataFolder, ['grant', rich.id, '5'])).toMatchObject({
    code: 2,
    err: expect.stringMatching(/^The data is being moved to postgres:\/\/127.*move --cancel\n$/),
  });
  expect((await fetch(`${before.url}/api/ready`)).status).toBe(503);
  for (const path of ['/', '/products/scripted', '/api/product/list', '/api/health'])
    expect((await fetch(`${before.url}${path}`)).status, path).toBe(200);
  expectReplayed(await call(before, 'scripted', answered, { key: rich.key, ...idempotent }));

  child.kill('SIGKILL');
  await ended;
  expect(await runFarebox(before.dataFolder, ['move', '--cancel'])).toMatchObject({ code: 0, err: '' });
  expectCharged(await call(before, 'scripted', { size: 1 }, { key: rich.key }), 1);
  await control.release('open');
  expectCharged(await open, 1);
  // What the cancelled move has begun there is of no use.
  expect(await move(elsewhere)).toMatchObject({
    code: 2,
    err: expect.stringContaining('has data already'),
  });
  expectCharged(await call(before, 'scripted', { size: 1 }, { key: rich.key }), 1);
});

const answered = { size: 3, script: { name: 'answered', type: 'text/plain', chunks: ['once'] } };

function expectReplayed(reply: CallReply): void {
  expect([reply.status, reply.text, reply.headers['idempotency-replayed']]).toEqual([200, 'once', 'true']);
}

it('does not begin on a database that a portal has, or another program', async () => {
  const used = await makePostgresDatabase('empty');
  const others = await makePostgresDatabase('template0');
  await change(used, `INSERT INTO "Instance" ("name") VALUES ('a portal')`);
  await change(others, 'CREATE TABLE things (name text)');
  expect((await move(used)).err).toMatch(/^The target has data already, or a portal has run on it\./);
  expect((await move(others)).err).toMatch(/^The target has tables of another program\./);
  expect((await move('postgres://127.0.0.1:1/nothing')).err).toMatch(/^The database .* cannot be reached\./);
  expectCharged(await call(before, 'scripted', { size: 1 }, { key: rich.key }), 1);
});

async function change(url: string, sql: string): Promise<void> {
  const pool = openConnections(url, 1);
  await pool.query(sql);
  await pool.end();
}

const openOriginal = (): Store =>
  openSqliteStore(join(before.dataFolder, 'farebox.db'), new AbsentWriter(), { readonly: true });

it('goes on where it was killed, and finds rows that were changed', async () => {
  const blocker = await target.connect();
  await blocker.query('BEGIN; LOCK TABLE "CallEnding" IN SHARE MODE');
  const { child, ended, said } = startMove(databaseUrl);
  await expect.poll(said).toContain('Copying CallEnding');
  child.kill('SIGKILL');
  await ended;
  await blocker.query('COMMIT');
  blocker.release();
  const { code, stderr } = await failedStart(before.dataFolder, {
    DATABASE_URL: databaseUrl,
    FAREBOX_SECRET: secret(),
  });
  expect([code, stderr]).toEqual([2, expect.stringMatching(/is being filled by "farebox move"/)]);

  await target.query(`UPDATE "Purse" SET "posted" = "posted" + 1 WHERE "id" = $1`, [rich.id]);
  await target.query(`UPDATE "Call" SET "inputHash" = 'another' WHERE "id" = $1`, [calls[0]]);
  await target.query(
    `INSERT INTO "Account" ("key", "id", "name", "createdAt") OVERRIDING SYSTEM VALUE VALUES (1000, 'x', 'x', now())`,
  );
  const wrong = await move();
  expect(wrong.code).toBe(2);
  expect(wrong.err).not.toContain('Copying Call:');
  expect(wrong.err).toContain('Copying CallEnding:');
  expect(wrong.err).toMatch(/^The copy differs from the data, so the move is not complete:$/m);
  expect(wrong.err).toMatch(/^Account has \d+ rows in SQLite and \d+ in PostgreSQL\.$/m);
  expect(wrong.err).toContain(`The purse ${rich.id} has `);
  expect(wrong.err).toContain(`The call ${calls[0]} has another receipt than before.`);
  expect(wrong.err).toMatch(/ pending; they add up to /);
  await target.query(`UPDATE "Purse" SET "posted" = "posted" - 1 WHERE "id" = $1`, [rich.id]);
  const original = openOriginal();
  const hash = await original.calls.readReceipt((await original.calls.find(calls[0] ?? ''))?.key ?? 0);
  await original.close();
  await target.query('UPDATE "Call" SET "inputHash" = $1 WHERE "id" = $2', [hash.inputHash, calls[0]]);
  await target.query(`DELETE FROM "Account" WHERE "id" = 'x'`);
});

const secret = () => readFileSync(join(before.dataFolder, 'secret'), 'utf8');

describe('a move that is complete', () => {
  let done: Awaited<ReturnType<typeof move>>;
  beforeAll(async () => {
    done = await move();
  });

  it('has verified the copy, and given the folder up', async () => {
    expect(done.err).toContain('Verifying receipts');
    expect([done.code, done.out]).toEqual([
      0,
      expect.stringContaining(`FAREBOX_SECRET set to the content of ${join(before.dataFolder, 'secret')}.`),
    ]);
    expect(done.out).not.toContain(secret());
    // Again, it has nothing to do.
    expect(await move()).toMatchObject({ code: 0, err: '' });
    expect(await runFarebox(before.dataFolder, ['move', '--cancel'])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^The data has moved to postgres:/),
    });
    const refused = await call(before, 'scripted', {}, { key: rich.key });
    expectRefused(refused, 503, 'unavailable');
    expect(refused.json).toMatchObject({ detail: expect.stringMatching(/^The portal has moved/) });
  });

  it('lets no portal start on the folder', async () => {
    const copy = join(await mkdtemp(join(tmpdir(), 'farebox-moved-')), 'data');
    await mkdir(copy);
    backUp(join(before.dataFolder, 'farebox.db'), join(copy, 'farebox.db'));
    const { code, stderr } = await failedStart(copy);
    await rm(dirname(copy), { recursive: true });
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/^The data has moved to .*: start the portal with DATABASE_URL\./),
    ]);
  });
});

describe('the portal on the database', () => {
  beforeAll(async () => {
    expect(await move()).toMatchObject({ code: 0 });
    const prepare = (folder: string) => Promise.resolve(keepDatabaseUrl(folder, databaseUrl));
    const settings = { FAREBOX_EGRESS_ALLOW: testEgress, FAREBOX_SECRET: secret() };
    after = await startPortal([], prepare, settings, undefined, { pages: false, toolbox: false });
  });
  afterAll(() => after.stop());

  const lists = [
    ...['/api/product/list?pageSize=100', '/api/product/list?pageSize=100&sort=popular&facets=1'],
    ...[
      '/api/product/list?q=parcel',
      '/api/product/list?q=wether',
      '/api/product/list?q=convert%20image&sort=name',
    ],
    ...['/api/product/list?status=0', '/api/catalogue?pageSize=100', '/api/catalogue?q=parcels'],
    ...['/api/product/info?id=not-any-more', '/api/product/playground?id=metered&detail=full'],
    ...['/api/receipt-key', '/openapi.json?api=parcel-post'],
  ];

  it('has the same lists and the same search', async () => {
    for (const path of lists) expect(await get(after, path), path).toEqual(await get(before, path));
  });

  it('has the same name and logo', async () => {
    expect(await (await fetch(`${after.url}/llms.txt`)).text()).toMatch(/^# Moved APIs\n/);
    expect(await (await fetch(`${after.url}/face/logo`)).text()).toBe(logo);
  });

  it('has the same histories, receipts, inputs, keys and balances', async () => {
    const people: Caller[] = [{ key: rich.key }, { key: capped }, signedIn, guest];
    for (const caller of people) {
      for (const path of [
        ...['/api/calls?pageSize=50', '/api/calls/refused', '/api/usage/refused'],
        ...['/api/credits', '/api/keys', '/api/session'],
      ])
        expect(await get(after, path, caller), path).toEqual(await get(before, path, caller));
      for (const id of calls)
        for (const path of [`/api/calls/${id}`, `/api/calls/${id}/input`])
          expect(await get(after, path, caller), path).toEqual(await get(before, path, caller));
    }
    expect(await get(after, '/api/session', signedIn)).toMatchObject([200, { account: { id: rich.id } }]);
  });

  it('has the same mails and webhooks, and queues more', async () => {
    const stores = [openOriginal(), openReadingPostgres(databaseUrl, new AbsentWriter())];
    const read = async ({ mails, webhooks }: Store) => ({
      // Attempts go on after the move.
      mails: (await mails.list({ most: 10 })).rows.map(({ id, text, createdAt }) => ({
        id,
        text,
        createdAt,
      })),
      webhooks: await webhooks.list(rich.id),
      deliveries: (await webhooks.deliveries(rich.id, 'whk_a'))?.map(({ id, payload }) => ({ id, payload })),
    });
    const [left, right] = await Promise.all(stores.map(read));
    expect(right).toEqual(left);
    expect(left).toMatchObject({ mails: [{ text: 'Hello' }], webhooks: [{}], deliveries: [{}] });
    await Promise.all(stores.map((store) => store.close()));
    const more = {
      kind: 'password-changed',
      to: 'ada@example.com',
      subject: 'More',
      text: 'More',
      now: Date.now(),
    } as const;
    expect(await runTransaction(target, () => queueMail(more))).toMatch(/^mail_/);
    expect(await runTransaction(target, () => queueDeliveries(lowCredits(rich.id)))).toHaveLength(1);
  });

  it('knows the tokens of agents, which call and renew', async () => {
    const stores = [openOriginal(), openReadingPostgres(databaseUrl, new AbsentWriter())];
    const { access_token, refresh_token } = agentTokens;
    const hashes = [agent.code, access_token, refresh_token].map(hashClientToken);
    const [left, right] = await Promise.all(
      stores.map(({ accounts }) => Promise.all(hashes.map((each) => accounts.findClientToken(each)))),
    );
    await Promise.all(stores.map((store) => store.close()));
    expect(right).toEqual(left);
    expect(left).toMatchObject([
      { kind: 'code', usedAt: expect.any(Date), redirectUri: agent.redirect_uri },
      { kind: 'access' },
      { kind: 'refresh', usedAt: null, apiKey: { id: 'key_agent' } },
    ]);
    const { client_id } = agent;
    const renewed = await exchange(after, { grant_type: 'refresh_token', refresh_token, client_id });
    for (const token of [access_token, renewed.access_token]) {
      const listed = await fetch(`${after.url}/mcp`, {
        method: 'POST',
        headers: {
          ...{ 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
          authorization: `Bearer ${token}`,
        },
        body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
      });
      expect(listed.status, await listed.text()).toBe(200);
    }
  });

  it('has the same entries and the same use', async () => {
    const stores = [openOriginal(), openReadingPostgres(databaseUrl, new AbsentWriter())];
    const [left, right] = await Promise.all(
      stores.map(async ({ ledger, calls: made }) => {
        const { list, total } = await ledger.entries(rich.id, { page: 1, pageSize: 50 });
        const use = await made.readUse(rich.id, '2000-01-01', 100);
        return { list: list.map(({ id: _id, ...entry }) => entry), total, use };
      }),
    );
    await Promise.all(stores.map((store) => store.close()));
    expect(left?.list.length).toBeGreaterThan(8);
    expect(left?.use).toHaveLength(3);
    expect(right).toEqual(left);
  });

  it('replays an answer of before, keeps caps, charges new calls, and makes new accounts', async () => {
    expectReplayed(await call(after, 'scripted', answered, { key: rich.key, ...idempotent }));
    expect(await control.count('answered')).toBe(1);
    expectRefused(await call(after, 'scripted', { size: 8 }, { key: capped }), 402, 'over-cap');
    for (const caller of [{ key: rich.key }, signedIn, guest])
      expectCharged(await call(after, 'scripted', { size: 1 }, caller), 1);
    expectRefused(await call(after, 'not-any-more', {}, { key: rich.key }), 409, 'product-offline');
    expectRefused(await call(after, 'scripted', { size: 401 }, { key: rich.key }), 402, 'over-cap');
    const [account] = await makeAccounts(after.dataFolder, [10]);
    expectCharged(await call(after, 'scripted', { size: 10 }, { key: account?.key ?? '' }), 10);
    const refund = ['adjust', rich.id, '+5', '--reason', 'Late, too', '--call', calls[0] ?? ''];
    expect(await runFarebox(after.dataFolder, refund, { FAREBOX_SECRET: secret() })).toMatchObject({
      code: 0,
    });
    await expectSoundLedger(after.dataFolder);
  });
});
