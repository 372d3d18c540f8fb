import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callList } from '../../../lib/call/call-list.ts';
import { chargedCredits, chargeRow, type CallOutcome } from '../../../lib/call/charges.ts';
import { creditAccount } from '../../../lib/account/credit-account.ts';
import { canonicalJson, type JsonObject } from '../../../lib/json/json.ts';
import { evaluatePrice, settlePrice } from '../../../lib/price/evaluate.ts';
import { checkSignature } from '../../../lib/receipt/receipt-signature.ts';
import { makeEnding, receiptSchema } from '../../../lib/receipt/receipt.ts';
import { verifyReceipt } from '../../../lib/receipt/verify-receipt.ts';
import { hashApiKey, makeApiKey } from '../../../server/callers/api-key.ts';
import { findGuest } from '../../../server/callers/guest.ts';
import { newGuestCookie } from '../../../server/doors/cookies.ts';
import { newCallId } from '../../../server/call-id.ts';
import { verifyEd25519 } from '../../../server/portal/receipt-key.ts';
import { makeHttpServer } from '../../../server/start/http-server.ts';
import { compileVersion } from '../../../server/products/compiled-version.ts';
import { hashInput } from '../../../server/inputs/quote.ts';
import { listenOnLoopback } from '../../setup/listen-on-loopback.ts';
import { openPortalUnderTest, type PortalUnderTest } from '../../setup/portal-under-test.ts';
import { publishedProduct, publishedTags } from '../../setup/published-product.ts';
import { runFarebox } from '../../setup/run-farebox.ts';
import SqliteDatabase from 'better-sqlite3';

const template = {
  server: { url: 'https://upstream.example' },
  method: 'post',
  path: '/posters',
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: {
          type: 'object',
          required: ['format', 'pages'],
          properties: {
            format: { enum: ['png', 'svg', 'pdf'] },
            pages: { type: 'integer', minimum: 1, maximum: 100 },
            gloss: { type: 'boolean' },
          },
        },
      },
    },
  },
  responses: { '200': { description: 'A poster.', content: { 'application/pdf': {} } } },
  'x-farebox': {
    price: {
      lines: [
        { label: 'Base fare', flat: 2 },
        { label: 'Format', choice: { value: 'input.format', credits: { png: 0, svg: 1.5 }, otherwise: 3 } },
        {
          label: 'Pages',
          per: { quantity: { quoted: 'input.pages', settled: 'usage.pages' }, rate: 0.4, unit: 'page' },
        },
        { label: 'Gloss', flat: 5, when: 'has(input.gloss) && input.gloss' },
      ],
      maximum: 40,
    },
    charges: { timeout: 'quoted' },
  },
};
const document = JSON.stringify(template);
const version = compileVersion({ document, hash: 'hash-of-poster', templateKey: 1 });

let portal: PortalUnderTest;
let origin: string;
let server: ReturnType<typeof makeHttpServer>;
const keys: Record<'a' | 'b', string> = { a: '', b: '' };
let productKey: number;
let versionKey: number;

beforeAll(async () => {
  portal = await openPortalUnderTest({ FAREBOX_GUEST_CREDITS: '1000', FAREBOX_RATE_LIMIT: '0' });
  const { writer, database, ledger } = portal;
  await writer.run('publish-tags', { tags: publishedTags });
  const published = { id: 'tpl_poster', hash: 'hash-of-poster', document };
  await writer.run('publish', {
    products: ['poster', 'leaflet'].map((slug) =>
      publishedProduct(slug, { template: { ...published, id: `tpl_${slug}` } }),
    ),
    now: Date.now(),
  });
  ({ key: productKey, versionKey } = await database.product.findUniqueOrThrow({ where: { slug: 'poster' } }));
  for (const name of ['a', 'b'] as const) {
    const key = makeApiKey();
    await writer.run('create-account', { id: `acc_${name}`, name, now: Date.now() });
    await writer.run('create-key', {
      ...{ id: `key_${name}`, accountId: `acc_${name}`, name, hash: hashApiKey(key), hint: key.slice(-4) },
      ...{ operator: name === 'b', now: Date.now(), expiresAt: null },
      ...{ capDay: null, capMonth: null, capTotal: null },
    });
    await ledger.grant({
      purseId: `acc_${name}`,
      credits: 1_000,
      kind: 'grant',
      reason: 'Paid',
      nowMs: Date.now(),
    });
    keys[name] = key;
  }
  server = makeHttpServer(portal.context, {
    next: async (_incoming, outgoing) => void outgoing.writeHead(404).end(),
  });
  origin = `http://127.0.0.1:${await listenOnLoopback(server)}`;
});

afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await portal.close();
});

async function ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const answer = await fetch(`${origin}${path}`, { method, headers });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, json: text === '' ? undefined : JSON.parse(text) };
}

const asA = () => ({ authorization: `Bearer ${keys.a}` });
const asB = () => ({ authorization: `Bearer ${keys.b}` });

function newGuest(): { owner: string; headers: { cookie: string } } {
  const { owner, setCookie } = newGuestCookie(portal.secret, false);
  return { owner, headers: { cookie: setCookie.split(';')[0] ?? '' } };
}

interface Made {
  owner?: string | null;
  account?: 'a' | 'b';
  sent?: JsonObject;
  usage?: JsonObject;
  outcome?: CallOutcome;
  startedMs?: number;
  promised?: number;
  product?: { productKey: number; versionKey: number };
}

/** A call as the portal makes it, but for the upstream. */
async function hold({ owner, account, sent = { format: 'svg', pages: 10 }, ...made }: Made) {
  const { startedMs = Date.now(), promised } = made;
  const quote = evaluatePrice(version.price, { input: sent });
  if (!quote.ok) throw new Error(quote.detail);
  const quoted = Math.min(quote.credits, promised ?? quote.credits);
  const callId = newCallId(startedMs);
  const guest = { id: findGuest(portal.context, '127.0.0.1').purse, allowance: 1_000 };
  const purse = account ? { id: `acc_${account}`, allowance: null } : guest;
  const held = await portal.ledger.hold({
    ...{ callId, productKey, versionKey, ...made.product },
    purse: { ...purse, nowMs: startedMs },
    owner: account ? `acc_${account}` : (owner ?? null),
    apiKeyKey: null,
    memberKey: null,
    credits: quoted,
    inputHash: hashInput(sent),
    input: canonicalJson(sent),
    idempotency: null,
  });
  if (held.outcome !== 'held') throw new Error(`The hold is ${held.outcome}.`);
  return { callId, callKey: held.callKey, quote, quoted, sent };
}

async function makeCall({
  usage = { pages: 4 },
  outcome = 'success',
  promised,
  ...made
}: Made): Promise<string> {
  const { callId, callKey, quote, quoted, sent } = await hold({
    ...made,
    ...(promised !== undefined && { promised }),
  });
  const charge = chargeRow(version.charges, outcome);
  const settled =
    charge === 'settled'
      ? settlePrice(version.price, quote, { input: sent, response: null, usage })
      : undefined;
  const charged = chargedCredits(charge, quoted, settled?.ok ? settled.credits : null);
  const ending = makeEnding({
    ...{ outcome, charge, usage, promised },
    problem: outcome === 'success' ? undefined : 'upstream-failed',
    priced: settled?.ok ? settled : quote,
    quote,
    unpriced: settled && !settled.ok ? settled.detail : undefined,
    upstream: { status: 200, firstByteMs: 2, totalMs: 3 },
    replyHash: null,
    replyBytes: 0,
  });
  const resolution = { callKey, nowMs: (made.startedMs ?? Date.now()) + 7, ending, answer: null };
  await (charged > 0 ? portal.ledger.settle({ ...resolution, charged }) : portal.ledger.release(resolution));
  return callId;
}

async function readReceipt(id: string, headers: Record<string, string> = {}) {
  const { status, json } = await ask(`/api/calls/${id}`, headers);
  expect(status).toBe(200);
  expect(verifyReceipt(json)).toEqual({ ok: true });
  expect((await checkSignature(json, verifyEd25519)).holds).toBe(true);
  return receiptSchema.parse(json);
}

describe('a receipt', () => {
  test('says what was charged and why', async () => {
    const id = await makeCall({ account: 'a' });
    const { json, headers } = await ask(`/api/calls/${id}`, asA());
    expect(json).toMatchObject({
      id,
      product: { id: 'prd_poster', slug: 'poster', name: 'poster' },
      template: { id: 'tpl_poster', version: 1, hash: 'hash-of-poster' },
      price: template['x-farebox'].price,
      charges: { success: 'settled', timeout: 'quoted', clientGone: 'nothing' },
      ...{ caller: 'account', state: 'settled', outcome: 'success', charge: 'settled' },
      ...{ quoted: 8, held: 8, charged: 6 },
      priced: {
        by: 'settled',
        lines: [
          { label: 'Base fare', text: '2 credits for the call', amount: '2' },
          { label: 'Format', text: 'svg: 1.5 credits', choice: 'svg', amount: '1.5' },
          { label: 'Pages', text: '4 pages, at 0.4 credits each', quantity: '4', units: '4', amount: '1.6' },
          { label: 'Gloss', text: 'does not apply to this input', applies: false, amount: '0' },
        ],
        ...{ subtotal: '5.1', clamped: null, credits: 6 },
      },
      quote: {
        lines: [
          { amount: '2' },
          { choice: 'svg', amount: '1.5' },
          { quantity: '10', units: '10', amount: '4' },
          { applies: false, amount: '0' },
        ],
        ...{ subtotal: '7.5', clamped: null, credits: 8 },
      },
      usage: { pages: 4 },
      upstream: { status: 200, firstByteMs: 2, totalMs: 3 },
      times: {
        startedAt: expect.any(String),
        settledAt: expect.any(String),
        milliseconds: expect.any(Number),
      },
      hashes: { input: hashInput({ format: 'svg', pages: 10 }), reply: null },
      entries: [{ kind: 'charge', amount: -6 }],
    });
    expect(headers.get('cache-control')).toBe('no-store, private');
    await readReceipt(id, asA());
  });

  test('is signed by the key that the portal publishes', async () => {
    const { signature } = await readReceipt(await makeCall({}));
    const published = await ask('/api/receipt-key');
    expect(published).toMatchObject({
      status: 200,
      json: { algorithm: 'Ed25519', publicKey: signature.publicKey, otherKeys: [] },
    });
  });

  test.each<[string, Made, object]>([
    ['charged as quoted', { outcome: 'timeout' }, { state: 'settled', charge: 'quoted', charged: 8 }],
    ['that cost nothing', { outcome: 'upstream5xx' }, { state: 'released', charge: 'nothing', charged: 0 }],
    ['that was refused', { outcome: 'refused' }, { state: 'released', charge: 'nothing', charged: 0 }],
    ['above its quote', { usage: { pages: 90 } }, { priced: { credits: 40 }, quoted: 8, charged: 8 }],
    ['whose use is not known', { usage: {} }, { charge: 'settled', charged: 0, priced: { by: 'quoted' } }],
    ['that came with a quote', { outcome: 'timeout', promised: 5 }, { quoted: 5, promised: 5, charged: 5 }],
  ])('of a call %s reckons up', async (_, made, expected) => {
    expect(await readReceipt(await makeCall(made))).toMatchObject(expected);
  });

  test('of a call under way, or cut off by a crash, has no outcome', async () => {
    const { callId } = await hold({});
    const dispatched = await readReceipt(callId);
    expect(dispatched).toMatchObject({ state: 'dispatched', outcome: null, priced: null, charged: 0 });
    await portal.ledger.recover(Date.now());
    expect(await readReceipt(callId)).toMatchObject({ state: 'unknown', outcome: null, charged: 0 });
  });

  test('lists what was given back later', async () => {
    const id = await makeCall({ account: 'a' });
    const refund = { kind: 'refund', reason: 'Blurred', callId: id, nowMs: Date.now() } as const;
    await portal.ledger.grant({ ...refund, purseId: 'acc_a', credits: 2 });
    const { entries, charged } = await readReceipt(id, asA());
    expect(charged).toBe(6);
    expect(entries.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['charge', -6],
      ['refund', 2],
    ]);
  });

  test('of a guest is for whoever knows its id, and for no page of another site', async () => {
    const id = await makeCall({ owner: newGuest().owner });
    for (const headers of [{}, newGuest().headers]) {
      const answer = await ask(`/api/calls/${id}`, headers);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    }
    expect((await ask(`/api/calls/${id}`, asA())).headers.get('access-control-allow-origin')).toBe('*');
  });
});

describe('the list of calls', () => {
  const ids = (json: unknown) => callList.parse(json).list.map(({ id }) => id);

  test('has the own calls, newest first, by page', async () => {
    const { owner, headers } = newGuest();
    const made = [];
    for (let index = 0; index < 5; index += 1) made.push(await makeCall({ owner }));
    await makeCall({ owner: newGuest().owner });
    await makeCall({});
    const newest = made.toReversed();
    const all = await ask('/api/calls', headers);
    expect([ids(all.json), all.json.total]).toEqual([newest, 5]);
    expect(all.headers.get('cache-control')).toBe('no-store, private');
    const second = await ask('/api/calls?page=2&pageSize=2', headers);
    expect([ids(second.json), second.json.total]).toEqual([newest.slice(2, 4), 5]);
    expect((await ask('/api/calls?page=9', headers)).json).toEqual({ list: [], total: 5 });
    expect((await ask('/api/calls')).json).toEqual({ list: [], total: 0 });
  });

  test('is narrowed by product, state and time', async () => {
    const { owner, headers } = newGuest();
    const day = (text: string) => ({ owner, startedMs: Date.parse(text) });
    const leaflet = await portal.database.product.findUniqueOrThrow({ where: { slug: 'leaflet' } });
    const product = { productKey: leaflet.key, versionKey: leaflet.versionKey };
    const first = await makeCall(day('2031-03-01T10:00:00Z'));
    const second = await makeCall({ ...day('2031-03-02T00:00:00Z'), outcome: 'upstream5xx' });
    const third = await makeCall({ ...day('2031-03-02T10:00:00Z'), product });
    const found = async (query: string) => {
      const { json } = await ask(`/api/calls?${query}`, headers);
      expect(json.total).toBe(json.list.length);
      return ids(json);
    };
    expect(await found('state=settled')).toEqual([third, first]);
    expect(await found('state=released')).toEqual([second]);
    expect(await found('product=leaflet')).toEqual([third]);
    expect(await found('product=prd_poster&state=settled')).toEqual([first]);
    expect(await found('product=nothing')).toEqual([]);
    expect(await found('from=2031-03-02')).toEqual([third, second]);
    expect(await found('to=2031-03-02')).toEqual([first]);
    expect(await found('from=2031-03-01T10:00:00Z&to=2031-03-02T10:00:00%2B01:00')).toEqual([second, first]);
    expect(await found('from=2035-01-01')).toEqual([]);
  });

  test('of a long history looks through the newest ten thousand, and through the rest when asked for', async () => {
    const { owner, headers } = newGuest();
    const id = await makeCall({ owner, startedMs: Date.parse('2032-01-01T00:00:00Z') });
    const file = new SqliteDatabase(portal.settings.databaseFile);
    const copy = file.prepare(
      `INSERT INTO Call (id, purseKey, owner, productKey, versionKey, state, quoted, charged, startedAt, settledAt, inputHash)
       SELECT ?, purseKey, owner, productKey, versionKey, 2, 0, 0, ?, ?, inputHash FROM Call WHERE id = ?`,
    );
    const start = Date.parse('2032-02-01T00:00:00Z');
    file.transaction(() => {
      for (let index = 0; index < 10_000; index += 1) {
        const at = start + index * 60_000;
        copy.run(newCallId(at), at, at, id);
      }
    })();
    file.close();
    const all = await ask('/api/calls?pageSize=100&page=100', headers);
    expect([all.json.total, all.json.truncated, all.json.list.length]).toEqual([10_000, true, 100]);
    const settled = await ask('/api/calls?state=settled', headers);
    expect(settled.json).toEqual({ list: [], total: 0, truncated: true });
    const rest = await ask('/api/calls?state=settled&to=2032-02-01', headers);
    expect([ids(rest.json), rest.json.total, rest.json.truncated]).toEqual([[id], 1, undefined]);
  });
});

describe('the input of a call', () => {
  test('is read and deleted by its owner', async () => {
    const { owner, headers } = newGuest();
    const id = await makeCall({ owner });
    const path = `/api/calls/${id}/input`;
    expect((await ask(path, headers)).json).toEqual({ format: 'svg', pages: 10 });
    expect((await ask(path, headers, 'DELETE')).status).toBe(204);
    expect((await ask(path, headers)).json.code).toBe('not-found');
    expect((await ask(path, headers, 'DELETE')).status).toBe(204);
    await readReceipt(id, headers);
  });

  test('is for nobody else, also where they may see the receipt', async () => {
    const { owner, headers } = newGuest();
    const guests = await makeCall({ owner });
    const nobodys = await makeCall({});
    const accounts = await makeCall({ account: 'a' });
    for (const id of [guests, nobodys, accounts])
      for (const method of ['GET', 'DELETE'])
        for (const other of [{}, newGuest().headers, asB()]) {
          const { status } = await ask(`/api/calls/${id}/input`, other, method);
          expect(status).toBe(404);
        }
    expect((await ask(`/api/calls/${guests}/input`, headers)).status).toBe(200);
    expect((await ask(`/api/calls/${accounts}/input`, asA())).status).toBe(200);
  });
});

describe('credits', () => {
  test('of an account: balance, entries and use', async () => {
    const startedMs = Date.now();
    const before = creditAccount.parse((await ask('/api/credits', asB())).json);
    expect(before).toMatchObject({ balance: 1_000, held: 0, available: 1_000, usage: [] });
    expect(before.resetsAt).toBeUndefined();
    const id = await makeCall({ account: 'b', startedMs });
    const { callKey } = await hold({ account: 'b', startedMs });
    const { json, headers } = await ask('/api/credits?pageSize=1', asB());
    expect(creditAccount.parse(json)).toEqual({
      ...{ balance: 994, held: 8, available: 986, spendable: { credits: 986 } },
      entries: {
        list: [
          {
            id: expect.any(Number),
            amount: -6,
            kind: 'charge',
            at: expect.any(String),
            callId: id,
            product: { id: 'prd_poster', slug: expect.any(String), name: expect.any(String) },
            reason: null,
          },
        ],
        total: 2,
      },
      usage: [
        {
          day: new Date(startedMs).toISOString().slice(0, 10),
          productId: 'prd_poster',
          calls: 1,
          credits: 6,
        },
      ],
    });
    expect(headers.get('cache-control')).toBe('no-store, private');
    const ending = {};
    await portal.ledger.release({ callKey, nowMs: Date.now(), ending, answer: null });
  });

  test('of a guest: the allowance, when it comes again, and the ids of own calls alone', async () => {
    const [one, other] = [newGuest(), newGuest()];
    const id = await makeCall({ owner: one.owner });
    const now = Date.now();
    const { json, headers } = await ask('/api/credits', one.headers);
    const account = creditAccount.parse(json);
    const resets = Date.parse(account.resetsAt ?? '');
    expect([resets % 86_400_000, resets > now, resets - now <= 86_400_000]).toEqual([0, true, true]);
    expect(account.entries.list[0]).toMatchObject({ callId: id, product: { id: 'prd_poster' } });
    expect(headers.get('access-control-allow-origin')).toBeNull();
    for (const others of [other.headers, {}]) {
      const seen = creditAccount.parse((await ask('/api/credits', others)).json);
      expect(seen.entries.list[0]).toEqual({ ...account.entries.list[0], callId: null, product: null });
      expect(seen.entries.list.filter(({ callId }) => callId !== null)).toEqual([]);
    }
  });
});

describe('farebox verify', () => {
  const verify = async (value: unknown, ...args: string[]) => {
    const file = join(portal.dataFolder, 'receipt.json');
    await writeFile(file, typeof value === 'string' ? value : JSON.stringify(value));
    return runFarebox(portal.dataFolder, ['verify', file, ...args]);
  };

  test('finds a receipt right, and whose it is', async () => {
    const { json } = await ask(`/api/calls/${await makeCall({})}`);
    const { code, out } = await verify(json, '--key', json.signature.publicKey);
    expect(code).toBe(0);
    expect(out).toContain('passed  Pages      4 pages, at 0.4 credits each  1.6');
    expect(out).toContain('Quoted 8, charged 6 (success: settled).');
    expect(out).toContain('which is the given one');
    const other = await verify(json, '--key', Buffer.alloc(32).toString('base64url'));
    expect([other.code, other.out]).toEqual([1, expect.stringContaining('someone else signed it')]);
  });

  test('names what differs', async () => {
    const { json } = await ask(`/api/calls/${await makeCall({})}`);
    json.priced.lines[2].amount = '1.2';
    const { code, out } = await verify(json);
    expect(code).toBe(1);
    expect(out).toContain('failed  Pages');
    expect(out).toContain('/priced/lines/2/amount is "1.2", and should be "1.6".');
    expect(out).toContain('The signature does not match');
  });

  test('is not misled by a figure that stands there twice', async () => {
    const { json } = await ask(`/api/calls/${await makeCall({})}`);
    const text = JSON.stringify(json).replace('"charged":6', '"charged":1,"charged":6');
    const { code, out, err } = await verify(text);
    expect([code, out, err]).toEqual([2, '', expect.stringContaining('the key "charged" occurs twice')]);
  });

  test.each([
    ['text', 'is not JSON'],
    ['{"id":1}', 'is not a receipt'],
  ])('cannot read %s', async (text, reason) => {
    const { code, err } = await verify(text);
    expect([code, err]).toEqual([2, expect.stringContaining(reason)]);
  });
});
