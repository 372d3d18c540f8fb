import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { refusedCallList, refusedUsage } from '../../../lib/call/call-list.ts';
import { hashApiKey, makeApiKey } from '../../../server/callers/api-key.ts';
import { makeHttpServer } from '../../../server/start/http-server.ts';
import { type NewRefusedCall, mostRefusedCalls } from '../../../server/store/calls/refusal-jobs.ts';
import { all, run, statement, timeOf } from '../../../server/store/sql/statement.ts';
import { listenOnLoopback } from '../../setup/listen-on-loopback.ts';
import { addMember } from '../../setup/add-member.ts';
import { type EngineUnderTest, engines } from '../../setup/engines-under-test.ts';
import { openPortalUnderTest, type PortalUnderTest } from '../../setup/portal-under-test.ts';
import { publishedProduct, publishedTags } from '../../setup/published-product.ts';

const now = Date.now();
const none = { capDay: null, capMonth: null, capTotal: null };
const findKey = statement<{ key: number }>('SELECT key FROM ApiKey WHERE id = ?');
const eraseAll = statement('UPDATE Person SET erasedAt = ?');
describe.each(engines)('refused calls on $engine', ({ open }) => {
  let on: EngineUnderTest;
  beforeEach(async () => {
    on = await open();
    for (const id of ['a', 'b'])
      await on.writer.run('create-account', { id: `acc_${id}`, name: id, now, credits: 1 });
  });
  afterEach(() => on.close());

  async function createKey(id: string, personKey?: number): Promise<number> {
    await on.writer.run('create-key', {
      ...{ id: `key_${id}`, accountId: 'acc_a', name: id, hash: id, hint: 'abcd', operator: false },
      ...{ now, expiresAt: null, ...none, ...(personKey !== undefined && { personKey }) },
    });
    return (await on.change(() => all(findKey, `key_${id}`)))[0]?.key ?? 0;
  }
  const refused = (more: Partial<NewRefusedCall> = {}): NewRefusedCall => ({
    ...{ accountId: 'acc_a', at: now, productKey: null, apiKeyKey: null, memberKey: null },
    ...{ problem: 'rate-limited', status: 429, detail: 'Wait.', requestId: 'r', ...more },
  });
  const counts = (calls: number, problem = 'rate-limited', apiKeyKey = 0, day = '2026-11-28') => [
    { accountId: 'acc_a', day, apiKeyKey, problem, calls },
  ];
  const list = (pageSize = 10, page = 1) => on.calls.listRefused('acc_a', { page, pageSize });

  test('are counted by day, key and reason of each account', async () => {
    const key = await createKey('laptop');
    const of = (given: ReturnType<typeof counts>) =>
      on.writer.run('note-refusals', { counts: given, calls: [] });
    const days = { from: '2026-11-01', to: '2026-11-28', most: 10 };
    await Promise.all([
      of([...counts(2), ...counts(4, 'over-cap', key), ...counts(7, 'over-cap', key, '2026-11-27')]),
      of([...counts(1, 'over-cap', key), ...counts(4)]),
      of(counts(9, 'over-cap', key, '2026-10-31')),
      of(counts(5).map((row) => ({ ...row, accountId: 'acc_b' }))),
    ]);
    const laptop = { id: 'key_laptop', name: 'laptop' };
    expect(await on.calls.countRefused('acc_a', days)).toEqual([
      { day: '2026-11-28', problem: 'rate-limited', calls: 6, apiKey: null },
      { day: '2026-11-28', problem: 'over-cap', calls: 5, apiKey: laptop },
      { day: '2026-11-27', problem: 'over-cap', calls: 7, apiKey: laptop },
    ]);
    expect(await on.calls.countRefused('acc_a', { ...days, most: 1 })).toHaveLength(1);
    expect(await on.calls.countRefused('acc_b', days)).toMatchObject([{ calls: 5 }]);
    expect(await on.calls.countRefused('acc_none', days)).toEqual([]);
  });

  test('are listed with who made them, newest first, and the last thousand alone', async () => {
    const { personKey, personId } = await on.change(() => addMember('acc_a', 'owner'));
    const memberKey = (await on.calls.makersByPeople([personId]))[0]?.key ?? 0;
    const apiKeyKey = await createKey('laptop', personKey);
    await on.writer.run('publish-tags', { tags: publishedTags });
    await on.writer.run('publish', { products: [publishedProduct('parcel')], now });
    const whole = { productKey: 1, apiKeyKey, memberKey, problem: 'over-cap', status: 402 };
    const detail = 'The member "Zoë" can spend 3 credits. \\ $1 ?';
    await on.writer.run('note-refusals', {
      counts: [],
      calls: [
        refused({ ...whole, detail, at: now + 7, requestId: 'req-1' }),
        refused({ accountId: 'acc_b' }),
      ],
    });
    const row = {
      ...{ at: new Date(now + 7), problem: 'over-cap', status: 402, detail, requestId: 'req-1' },
      product: { id: 'prd_parcel', slug: 'parcel', name: 'parcel' },
      apiKey: { id: 'key_laptop', name: 'laptop' },
      person: expect.objectContaining({ id: personId }),
    };
    expect(await list()).toEqual({ rows: [row], total: 1 });
    expect(await on.personalData.refusedCalls(personKey)).toEqual([{ ...row, accountId: 'acc_a' }]);

    const many = Array.from({ length: mostRefusedCalls + 3 }, (_, index) =>
      refused({ requestId: `n${index}` }),
    );
    for (const half of [many.slice(0, 500), many.slice(500)])
      await on.writer.run('note-refusals', { counts: [], calls: half });
    const { rows, total } = await list(2);
    expect(total).toBe(mostRefusedCalls);
    expect(rows).toMatchObject([{ requestId: 'n1002', apiKey: null, person: null }, { requestId: 'n1001' }]);
    expect((await list(2, 500)).rows.map(({ requestId }) => requestId)).toEqual(['n4', 'n3']);
    expect((await list(2, 501)).rows).toEqual([]);
    expect((await on.calls.listRefused('acc_b', { page: 1, pageSize: 9 })).total).toBe(1);
  });

  test('of a person who was erased before they were written have neither person nor words', async () => {
    const { personKey, personId } = await on.change(() => addMember('acc_a', 'owner'));
    const memberKey = (await on.calls.makersByPeople([personId]))[0]?.key ?? 0;
    const apiKeyKey = await createKey('laptop', personKey);
    await on.change(() => run(eraseAll, timeOf(now)));
    await on.writer.run('note-refusals', {
      counts: [],
      calls: [refused({ memberKey }), refused({ apiKeyKey }), refused()],
    });
    expect((await list()).rows).toMatchObject([
      { person: null, detail: 'Wait.' },
      { person: null, detail: null, apiKey: { id: 'key_laptop' } },
      { person: null, detail: null },
    ]);
  });
});

describe('the door', () => {
  let portal: PortalUnderTest;
  let url: string;
  let close: () => Promise<void>;
  const keys = new Map<string, string>();
  beforeAll(async () => {
    portal = await openPortalUnderTest({ FAREBOX_RATE_LIMIT: '12' });
    const server = makeHttpServer(portal.context, { next: async () => {} });
    url = `http://127.0.0.1:${await listenOnLoopback(server)}`;
    close = async () => {
      server.closeAllConnections();
      server.close();
      await portal.close();
    };
    const document = JSON.stringify({
      ...{ server: { url: 'https://takes.example' }, method: 'post', path: '/', responses: {} },
      requestBody: {
        content: {
          'application/json': { schema: { type: 'object', properties: { size: { type: 'integer' } } } },
        },
      },
      'x-farebox': { price: { lines: [{ label: 'Call', flat: 5 }], maximum: 5 } },
    });
    await portal.writer.run('publish-tags', { tags: publishedTags });
    const template = { id: 'tpl_takes', hash: 'takes', document };
    await portal.writer.run('publish', { products: [publishedProduct('takes', { template })], now: 0 });
    for (const id of ['poor', 'busy', 'ended']) {
      await portal.writer.run('create-account', { id: `acc_${id}`, name: id, now, credits: 1 });
      await addKey(id, id);
    }
    await addKey('poor', 'reads', { access: 'read' });
    await portal.writer.run('suspend-account', { accountId: 'acc_ended', suspended: true, now });
  });
  afterAll(() => close());

  async function addKey(account: string, name: string, more: { access?: 'read' } = {}): Promise<void> {
    const text = makeApiKey();
    keys.set(name, text);
    await portal.writer.run('create-key', {
      ...{ id: `key_${name}`, accountId: `acc_${account}`, name, hash: hashApiKey(text), hint: 'abcd' },
      ...{ operator: false, now, expiresAt: null, ...none, ...more },
    });
  }
  const headersOf = (key: string | undefined): Record<string, string> =>
    key === undefined ? {} : { authorization: `Bearer ${keys.get(key)}` };
  async function call(
    key: string | undefined,
    input: object,
    more: Record<string, string> = {},
    slug = 'takes',
  ) {
    const answer = await fetch(`${url}/api/product/developer/call/${slug}`, {
      ...{ method: 'POST', body: JSON.stringify(input) },
      headers: { ...headersOf(key), 'content-type': 'application/json', ...more },
    });
    await answer.body?.cancel();
    return answer.status;
  }
  async function get(path: string, key?: string) {
    const answer = await fetch(`${url}${path}`, { headers: headersOf(key) });
    return { status: answer.status, text: await answer.text() };
  }
  const write = () => portal.refusedCalls.write((refusals) => portal.writer.run('note-refusals', refusals));

  test('notes what is refused for money, rights or input, with what was said', async () => {
    const id = { 'x-request-id': 'mine' };
    expect(await call('poor', {}, id)).toBe(402);
    expect(await call('poor', { size: 'big' })).toBe(422);
    expect(await call('poor', { other: 1 }, { prefer: 'handling=strict' })).toBe(422);
    expect(await call('poor', {}, { 'farebox-max-credits': '4' })).toBe(402);
    expect(await call('reads', {})).toBe(403);
    // Not counted: what names no product, has no key, or is an error of another kind.
    expect(await call('poor', {}, {}, 'nothing')).toBe(404);
    expect(await call('poor', {}, { 'farebox-max-credits': 'four' })).toBe(400);
    expect(await call(undefined, { size: 'big' })).toBe(422);
    await write();
    const { text } = await get('/api/calls/refused', 'reads');
    const { list, total } = refusedCallList.parse(JSON.parse(text));
    expect(total).toBe(5);
    expect(list.map(({ problem, status, key }) => [problem, status, key?.id])).toEqual([
      ['forbidden', 403, 'key_reads'],
      ['over-max-credits', 402, 'key_poor'],
      ['validation', 422, 'key_poor'],
      ['validation', 422, 'key_poor'],
      ['insufficient-credits', 402, 'key_poor'],
    ]);
    expect(list.at(-1)).toMatchObject({
      ...{ requestId: 'mine', product: { slug: 'takes' }, person: null },
      detail: 'The call needs 5 credits, but only 1 is available.',
    });
    const usage = refusedUsage.parse(JSON.parse((await get('/api/usage/refused', 'poor')).text));
    expect(usage.list).toMatchObject([
      { day: usage.to, problem: 'validation', calls: 2, key: { id: 'key_poor', name: 'poor' } },
      { problem: 'insufficient-credits', calls: 1 },
      { problem: 'over-max-credits', calls: 1 },
      { problem: 'forbidden', calls: 1, key: { id: 'key_reads' } },
    ]);
    const csv = await get('/api/calls/refused?format=csv&pageSize=1000', 'poor');
    expect(csv.text.split('\r\n')).toHaveLength(7);
    expect(csv.text).toMatch(
      /^at,product,product name,key,key name,person,person name,problem,status,detail,request\r\n/,
    );
    expect(csv.text).toContain(
      'insufficient-credits,402,"The call needs 5 credits, but only 1 is available.",mine',
    );
    expect((await get('/api/usage/refused?format=csv', 'poor')).text).toContain(
      ',key_poor,poor,validation,2\r\n',
    );
    expect((await get('/api/calls/refused?page=2&pageSize=4', 'poor')).text).toMatch(/"mine"/);
    expect((await get('/api/calls/refused')).text).toBe('{"list":[],"total":0}');
    expect((await get('/api/calls/refused?pageSize=1001', 'poor')).status).toBe(400);
  });

  test('notes what a rate limit refuses, before anything else is known of the call', async () => {
    const statuses = [];
    for (let index = 0; index < 15; index += 1) statuses.push(await call('busy', { size: 'big' }));
    const limited = statuses.filter((status) => status === 429).length;
    expect(limited).toBeGreaterThan(2);
    await write();
    const { rows } = await portal.store.calls.listRefused('acc_busy', { page: 1, pageSize: 1 });
    expect(rows).toMatchObject([
      { problem: 'rate-limited', status: 429, product: { slug: 'takes' }, apiKey: { id: 'key_busy' } },
    ]);
    const { list } = refusedUsage.parse(JSON.parse((await get('/api/usage/refused', 'busy')).text));
    expect(list.find(({ problem }) => problem === 'rate-limited')).toMatchObject({ calls: limited });
  });

  test('notes the calls of a suspended account', async () => {
    expect(await call('ended', {})).toBe(403);
    await write();
    const { rows } = await portal.store.calls.listRefused('acc_ended', { page: 1, pageSize: 9 });
    expect(rows).toMatchObject([{ problem: 'account-suspended', status: 403, apiKey: { id: 'key_ended' } }]);
  });
});
