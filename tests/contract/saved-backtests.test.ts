import { beforeAll, describe, expect, inject, it } from 'vitest';
import type { JsonObject } from '../../lib/json/json.ts';
import {
  backtestList,
  begunBacktest,
  type SavedBacktest,
  savedBacktest,
} from '../../lib/operator/backtest.ts';
import { productDraft, productDraftList, savedDraft } from '../../lib/operator/drafts.ts';
import { operatorProduct } from '../../lib/operator/products.ts';
import { beginBacktest, moveBacktest } from '../../server/store/drafts/backtest-jobs.ts';
import { makeAccounts, type TestAccount } from '../setup/call-portal.ts';
import { makePerson, type TestPerson } from '../setup/make-person.ts';
import { runBeside } from '../setup/run-beside.ts';
import { problem } from '../setup/problems.ts';
import { sendCall } from '../setup/send-call.ts';
import { byUse, publishProducts } from '../setup/test-catalogue.ts';
import { ask, post } from './ask.ts';

const sized = `saved-sized-${process.pid}`;
const used = `saved-used-${process.pid}`;
const filed = `saved-filed-${process.pid}`;
const empty = `saved-empty-${process.pid}`;
const operator = '/api/operator/products';

let publisher: TestPerson;
let accounts: TestAccount[];
/** The ids of calls by what they were made for. */
const calls: Record<string, string> = {};

async function call(name: string, slug: string, account: number, input: JsonObject): Promise<void> {
  const key = accounts[account]?.key ?? '';
  const { callId, complete } = await sendCall(inject('portalUrl'), slug, input, { key });
  expect(complete).toBe(true);
  calls[name] = callId;
}

const read = (path: string) => ask(`${operator}/${path}`, { headers: publisher.headers });
const send = (path: string, body: object) => post(`${operator}/${path}`, body, publisher.headers);
const entryOf = async (slug: string) => operatorProduct.parse((await read(slug)).json).entry;

/** Saves a draft: the entry in force with a change. */
async function newDraft(
  slug: string,
  change: [string, string] = ['', ''],
  title = 'A draft',
): Promise<number> {
  const entry = await entryOf(slug);
  expect(entry).toContain(change[0]);
  const { json } = await send(`${slug}/drafts`, { title, entry: entry.replace(...change), after: 1 });
  return savedDraft.parse(json).number;
}

/** Begins one, and waits until it has ended. */
async function backtest(slug: string, drafts: number[], days: number | null = 7): Promise<SavedBacktest> {
  const { number } = begunBacktest.parse((await send(`${slug}/backtests`, { drafts, days })).json);
  const now = async () => savedBacktest.parse((await read(`${slug}/backtests/${number}`)).json);
  await expect.poll(async () => (await now()).state, { timeout: 60_000 }).toMatch(/done|failed|stopped/);
  return now();
}

async function resultOf(slug: string, ...changes: [string, string][]) {
  const drafts: number[] = [];
  for (const change of changes) drafts.push(await newDraft(slug, change));
  const { result, problem: why } = await backtest(slug, drafts);
  expect(why).toBeNull();
  if (!result) throw new Error('There is no result.');
  return result;
}

const sums = ({
  covered,
  uncovered,
}: {
  covered: object;
  uncovered: { why: string; calls: number; credits: number }[];
}) => ({
  covered,
  uncovered: uncovered.map(({ why, calls: count, credits }) => [why, count, credits]),
});

beforeAll(async () => {
  publisher = await makePerson(inject('dataFolder'), { role: 'publisher' });
  accounts = await makeAccounts(inject('dataFolder'), [1_000, 1_000, 40, 1_000]);
  const schema = {
    type: 'object',
    properties: {
      file: { type: 'string', contentEncoding: 'base64' },
      size: { type: 'integer', default: 1 },
    },
  };
  await publishProducts(inject('dataFolder'), inject('upstreamUrl'), [
    { slug: sized },
    { slug: used, lines: byUse },
    { slug: filed, schema },
    { slug: empty },
  ]);
  await call('small', sized, 0, { size: 2 });
  await call('deleted', sized, 0, { size: 5 });
  await call('large', sized, 1, { size: 30 });
  await call('first', sized, 2, { size: 15 });
  await call('second', sized, 2, { size: 12 });
  await call('capped', sized, 3, { size: 10 });
  await call('over', sized, 3, { size: 11 });
  const headers = { authorization: `Bearer ${accounts[0]?.key}` };
  const deleted = await ask(`/api/calls/${calls['deleted']}/input`, { method: 'DELETE', headers });
  expect(deleted).toMatchObject({ status: 204 });
  const owner = await makePerson(inject('dataFolder'));
  const caps = `/api/operator/accounts/${accounts[3]?.id}/caps`;
  expect(await post(caps, { caps: { day: 30 }, reason: 'Test' }, owner.headers)).toMatchObject({
    status: 200,
  });
  const reply = { chunks: [JSON.stringify({ usage: { used: 3 }, n: 2 })], type: 'application/json' };
  await call('three', used, 0, { size: 10, script: reply });
  await call('file', filed, 0, { file: 'QUJD'.repeat(100), size: 4 });
});

describe('drafts', () => {
  it('are saved beside what is published, changed by one at a time, and deleted', async () => {
    const entry = 'not: [an entry';
    const created = await send(`${empty}/drafts`, { title: ' A first price ', entry, after: 1 });
    expect(created).toMatchObject({ status: 201, json: { slug: empty, number: 1 } });
    const known = savedDraft.parse(created.json).updatedAt;
    const draft = productDraft.parse((await read(`${empty}/drafts/1`)).json);
    expect(draft).toMatchObject({ title: 'A first price', entry, after: 1, by: { id: publisher.id } });
    const change = { title: 'A second price', entry: 'other', after: 1, known };
    expect(await send(`${empty}/drafts/1`, change)).toMatchObject({ status: 200 });
    expect(await send(`${empty}/drafts/1`, change)).toMatchObject(problem(409, 'changed-meanwhile'));
    const { list } = productDraftList.parse((await read(`${empty}/drafts`)).json);
    expect(list.map(({ number, title }) => [number, title])).toEqual([[1, 'A second price']]);
    expect(await send(`${empty}/drafts/1/deletion`, {})).toMatchObject({ status: 200 });
    expect(await read(`${empty}/drafts/1`)).toMatchObject(problem(404, 'not-found'));
    // No other draft gets its number.
    expect(await newDraft(empty)).toBe(2);
  });

  it('are for those who publish, and read by all operators', async () => {
    const viewer = await makePerson(inject('dataFolder'), { role: 'viewer' });
    const body = { title: 'Mine', entry: 'x', after: 1 };
    const refused = await post(`${operator}/${empty}/drafts`, body, viewer.headers);
    expect(refused).toMatchObject(problem(403, 'forbidden'));
    expect(await ask(`${operator}/${empty}/drafts`, { headers: viewer.headers })).toMatchObject({
      status: 200,
    });
    expect(await send('absent/drafts', body)).toMatchObject(problem(404, 'not-found'));
    expect(await send(`${empty}/drafts`, { ...body, title: ' ' })).toMatchObject(problem(422, 'validation'));
  });
});

describe('a saved backtest', () => {
  it('changes nothing by the price in force, for every account, to the credit', async () => {
    for (const [slug, covered] of [
      [sized, { calls: 7, before: 85, after: 85 }],
      [used, { calls: 1, before: 3, after: 3 }],
      [filed, { calls: 1, before: 4, after: 4 }],
    ] as const) {
      const { columns, accounts: all } = await resultOf(slug, ['', '']);
      expect(columns.map(sums)).toEqual([
        { covered, uncovered: [] },
        { covered, uncovered: [] },
      ]);
      for (const { columns: own } of all)
        for (const { before, after, outlook } of own) {
          expect(after).toBe(before);
          expect(outlook.kind).toBe('fine');
        }
    }
  });

  it('says who pays more, and who would have run dry or into a limit', async () => {
    const { columns, accounts: all } = await resultOf(sized, ['rate: 1', 'rate: 2']);
    expect(columns[1]).toMatchObject({
      ...{ covered: { calls: 7, before: 85, after: 170 }, uncovered: [] },
      accounts: { dearer: 4, cheaper: 0, same: 0, overTenth: 4, change: { p50: 21, p95: 30, most: 30 } },
    });
    const byId = new Map(all.map(({ account, columns: own }) => [account?.id, own[1]]));
    const of = (account: number) => byId.get(accounts[account]?.id);
    expect(of(0)).toMatchObject({ before: 7, after: 14, outlook: { kind: 'fine' } });
    expect(of(2)).toMatchObject({
      ...{ before: 27, after: 54 },
      outlook: { kind: 'dry', call: calls['second'], limit: null },
    });
    expect(of(3)).toMatchObject({
      outlook: {
        ...{ kind: 'limit', call: calls['over'] },
        limit: { of: 'account', period: 'day', credits: 30 },
      },
    });
  });

  it('covers exactly what it can price, and knows nothing of accounts that the rest decides', async () => {
    const more = await resultOf(sized, ['quantity: input.size', 'quantity: input.size * 2 + 1']);
    expect(sums(more.columns[1] ?? { covered: {}, uncovered: [] })).toEqual({
      covered: { calls: 6, before: 80, after: 166 },
      uncovered: [['no-input', 1, 5]],
    });
    const metered = await resultOf(used, ['settled: usage.used', 'settled: response.n']);
    expect(sums(metered.columns[1] ?? { covered: {}, uncovered: [] })).toEqual({
      covered: { calls: 0, before: 0, after: 0 },
      uncovered: [['no-usage', 1, 3]],
    });
    const byFile = await resultOf(filed, [
      'quantity: input.size',
      "quantity: 'has(input.file) ? size(input.file) : 0'",
    ]);
    expect(sums(byFile.columns[1] ?? { covered: {}, uncovered: [] })).toEqual({
      covered: { calls: 0, before: 0, after: 0 },
      uncovered: [['file', 1, 4]],
    });
  });

  it('puts several drafts beside each other, and is a CSV', async () => {
    const drafts = [
      await newDraft(sized, ['rate: 1', 'rate: 2']),
      await newDraft(sized, ['rate: 1', 'rate: 0.5']),
    ];
    const { number, result } = await backtest(sized, drafts, null);
    expect(result?.columns.map(({ draft, covered }) => [draft, covered.after])).toEqual([
      [null, 85],
      [drafts[0], 170],
      [drafts[1], 44],
    ]);
    const csv = await ask(`${operator}/${sized}/backtests/${number}/accounts?format=csv`, {
      headers: publisher.headers,
    });
    expect(csv.text.split('\n')[0]).toBe(
      'draft,account,account name,calls,before,after,outlook,refused at,refused call\r',
    );
    expect(csv.text.trim().split('\n')).toHaveLength(1 + 3 * 4);
    const listed = backtestList.parse((await read(`${sized}/backtests`)).json).list[0];
    expect(listed).toMatchObject({ number, state: 'done', days: null, done: 7, total: 7 });
    expect(listed?.drafts.map(({ state }) => state)).toEqual(['same', 'same']);
  });

  it('is refused of a draft with faults, of none and of too many', async () => {
    const broken = await newDraft(sized, ['rate: 1', 'rate: -1']);
    expect(await send(`${sized}/backtests`, { drafts: [broken], days: 7 })).toMatchObject(
      problem(422, 'validation'),
    );
    expect(await send(`${sized}/backtests`, { drafts: [], days: 7 })).toMatchObject(
      problem(422, 'validation'),
    );
    expect(await send(`${sized}/backtests`, { drafts: [9_999], days: 7 })).toMatchObject(
      problem(422, 'validation'),
    );
    expect(await read(`${sized}/backtests/9999`)).toMatchObject(problem(404, 'not-found'));
  });

  it('has nothing to say without calls, and stays when its draft is another', async () => {
    const draft = await newDraft(empty);
    const { number, result } = await backtest(empty, [draft]);
    expect(result).toMatchObject({ calls: 0, since: null, isComplete: true, accounts: [] });
    await send(`${empty}/drafts/${draft}/deletion`, {});
    const after = savedBacktest.parse((await read(`${empty}/backtests/${number}`)).json);
    expect(after.drafts).toMatchObject([{ number: draft, state: 'deleted' }]);
    const stopped = await send(`${empty}/backtests/${number}/stop`, {});
    expect(stopped).toMatchObject({ status: 200, json: { slug: empty, number } });
  });

  it('stops when it is told to, and has failed once its portal is silent', async () => {
    const author = { kind: 'portal', id: null, requestId: null } as const;
    const begin = (now: number) =>
      runBeside(inject('dataFolder'), () =>
        beginBacktest.steps({ slug: empty, days: 7, drafts: '[]', numbers: [], now }, author),
      );
    const begun = await begin(Date.now());
    const path = `${empty}/backtests/${begun?.number}`;
    const move = (isEnded: boolean) =>
      runBeside(inject('dataFolder'), () =>
        moveBacktest.steps({
          ...{ key: begun?.key ?? 0, state: isEnded ? 'stopped' : 'running', done: 3, total: 9 },
          ...{ problem: null, answer: null, isEnded, now: Date.now() },
        }),
      );
    expect(await move(false)).toEqual({ isToStop: false });
    expect((await read(path)).json).toMatchObject({ state: 'running', done: 3, total: 9, result: null });
    expect(await send(`${path}/stop`, {})).toMatchObject({ status: 200 });
    expect(await move(true)).toEqual({ isToStop: true });
    expect((await read(path)).json).toMatchObject({ state: 'stopped', result: null });
    const silent = await begin(Date.now() - 60_000);
    expect((await read(`${empty}/backtests/${silent?.number}`)).json).toMatchObject({
      ...{ state: 'failed', problem: 'The portal that reckoned it was stopped. Run it again.' },
    });
  });
});
