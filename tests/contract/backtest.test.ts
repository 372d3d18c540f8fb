import { beforeAll, describe, expect, inject, it } from 'vitest';
import { backtestAnswer, type BacktestResult } from '../../lib/operator/backtest.ts';
import type { JsonObject } from '../../lib/json/json.ts';
import { operatorProduct } from '../../lib/operator/products.ts';
import { placeOf } from '../setup/data-place.ts';
import { makeAccounts, type TestAccount } from '../setup/call-portal.ts';
import { makePerson, type TestPerson } from '../setup/make-person.ts';
import { problem } from '../setup/problems.ts';
import { changeRows } from '../setup/rows.ts';
import { sendCall } from '../setup/send-call.ts';
import { byUse, publishProducts } from '../setup/test-catalogue.ts';
import { ask, post } from './ask.ts';

const sized = `sized-${process.pid}`;
const used = `used-${process.pid}`;
const filed = `filed-${process.pid}`;
const operator = '/api/operator/products';

let publisher: TestPerson;
let accounts: TestAccount[];
/** The ids of calls by what they were made for. */
const calls: Record<string, string> = {};

const reply = (usage: object) => ({ chunks: [JSON.stringify({ usage, n: 2 })], type: 'application/json' });
const base64 = 'QUJD'.repeat(100);

async function call(name: string, slug: string, account: number, input: JsonObject): Promise<void> {
  const { callId, complete } = await sendCall(inject('portalUrl'), slug, input, {
    ...{ key: accounts[account]?.key ?? '' },
  });
  expect(complete).toBe(true);
  calls[name] = callId;
}

const entryOf = async (slug: string) =>
  operatorProduct.parse((await ask(`${operator}/${slug}`, { headers: publisher.headers })).json).entry;
const send = (slug: string, entry: string, days: number | null = 7) =>
  post(`${operator}/${slug}/backtest`, { entry, days }, publisher.headers);

async function backtest(slug: string, change: [string, string] = ['', ''], days: number | null = 7) {
  const entry = await entryOf(slug);
  expect(entry).toContain(change[0]);
  const answered = backtestAnswer.parse((await send(slug, entry.replace(...change), days)).json);
  expect(answered.mistakes).toEqual([]);
  if (!answered.backtest) throw new Error('There is no backtest.');
  return answered.backtest;
}

const sums = ({ covered, uncovered }: BacktestResult) => ({
  covered,
  uncovered: uncovered.map(({ why, calls: count, credits }) => [why, count, credits]),
});

beforeAll(async () => {
  publisher = await makePerson(inject('dataFolder'), { role: 'publisher' });
  accounts = await makeAccounts(inject('dataFolder'), [1_000, 1_000]);
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
  ]);
  await call('small', sized, 0, { size: 2 });
  await call('large', sized, 1, { size: 30 });
  await call('deleted', sized, 0, { size: 5 });
  await call('failed', sized, 0, { size: 9, script: { status: 500 } });
  const path = `/api/calls/${calls['deleted']}/input`;
  const headers = { authorization: `Bearer ${accounts[0]?.key}` };
  expect(await ask(path, { method: 'DELETE', headers })).toMatchObject({ status: 204 });
  await call('three', used, 0, { size: 10, script: reply({ used: 3 }) });
  await call('above', used, 1, { size: 10, script: reply({ used: 40 }) });
  await call('unused', used, 1, { size: 10, script: reply({}) });
  await call('file', filed, 0, { file: base64, size: 4 });
});

describe('a backtest', () => {
  it('changes nothing by the price in force, for every account, to the credit', async () => {
    for (const [slug, covered] of [
      [sized, { calls: 4, before: 37, after: 37 }],
      [used, { calls: 3, before: 13, after: 13 }],
      [filed, { calls: 1, before: 4, after: 4 }],
    ] as const) {
      const same = await backtest(slug);
      expect(sums(same)).toEqual({ covered, uncovered: [] });
      expect(same).toMatchObject({ isComplete: true, most: [], accounts: { dearer: 0, cheaper: 0 } });
      for (const { before, after } of same.accounts.top) expect(after).toBe(before);
    }
  });

  it('needs no inputs where only a rate differs, and says who pays more', async () => {
    const twice = await backtest(sized, ['rate: 1', 'rate: 2']);
    expect(sums(twice)).toEqual({ covered: { calls: 4, before: 37, after: 74 }, uncovered: [] });
    const [first, second] = accounts;
    expect(twice.accounts).toMatchObject({
      ...{ dearer: 2, cheaper: 0, same: 0, change: { p50: 7, p95: 30, most: 30 } },
      top: [
        { account: { id: second?.id }, calls: 1, before: 30, after: 60 },
        { account: { id: first?.id }, calls: 3, before: 7, after: 14 },
      ],
    });
    expect(twice.most.map(({ id, before, after }) => [id, before, after])).toEqual([
      [calls['large'], 30, 60],
      [calls['deleted'], 5, 10],
      [calls['small'], 2, 4],
    ]);
    expect(twice.most[0]?.lines).toEqual({
      before: [{ label: 'Size', text: '30 units, at 1 credit each', amount: '30' }],
      after: [{ label: 'Size', text: '30 units, at 2 credits each', amount: '60' }],
    });
  });

  it('reads inputs where a formula differs, and leaves out the call whose input was deleted', async () => {
    const more = await backtest(sized, ['quantity: input.size', 'quantity: input.size + 1']);
    expect(sums(more)).toEqual({
      covered: { calls: 3, before: 32, after: 34 },
      uncovered: [['no-input', 1, 5]],
    });
    expect(more.uncovered[0]?.text).toMatch(/no longer stored/);
  });

  it('counts the kept use anew, and not a reply that is not kept', async () => {
    const half = await backtest(used, ['settled: usage.used', 'settled: usage.used * 2']);
    expect(sums(half)).toEqual({ covered: { calls: 3, before: 13, after: 16 }, uncovered: [] });
    const other = await backtest(used, ['settled: usage.used', 'settled: response.n']);
    expect(sums(other)).toEqual({
      covered: { calls: 1, before: 0, after: 0 },
      uncovered: [['no-usage', 2, 13]],
    });
    const metered = await backtest(sized, [
      'quantity: input.size',
      'quantity: {quoted: input.size, settled: usage.used}',
    ]);
    expect(sums(metered)).toEqual({
      covered: { calls: 1, before: 0, after: 0 },
      uncovered: [['no-usage', 3, 37]],
    });
  });

  it('leaves out calls whose file it would have to read', async () => {
    const byFile = await backtest(filed, [
      'quantity: input.size',
      "quantity: 'has(input.file) ? size(input.file) : 0'",
    ]);
    expect(sums(byFile)).toEqual({
      covered: { calls: 0, before: 0, after: 0 },
      uncovered: [['file', 1, 4]],
    });
  });

  it('takes the charge table of the entry', async () => {
    const charged = await backtest(sized, ['price:', 'charges: {upstream5xx: quoted}\nprice:']);
    expect(sums(charged)).toEqual({ covered: { calls: 4, before: 37, after: 46 }, uncovered: [] });
  });

  it('reads an input of another schema as the entry does, and counts what it refuses', async () => {
    const fewer = await backtest(sized, ['maximum: 1000', 'maximum: 20']);
    expect(sums(fewer)).toEqual({
      covered: { calls: 2, before: 2, after: 2 },
      uncovered: [
        ['no-input', 1, 5],
        ['no-price', 1, 30],
      ],
    });
  });

  it('looks at the calls of its days', async () => {
    const old = String(calls['large']);
    const since = Date.now() - 3 * 24 * 60 * 60_000;
    const time =
      placeOf(inject('dataFolder')).databaseUrl === undefined
        ? String(since)
        : `to_timestamp(${since} / 1000.0)`;
    await changeRows(inject('dataFolder'), `UPDATE Call SET startedAt = ${time} WHERE id = ?`, old);
    expect((await backtest(sized, ['', ''], 1)).covered).toEqual({ calls: 3, before: 7, after: 7 });
    const all = await backtest(sized, ['', ''], null);
    expect(all).toMatchObject({ covered: { calls: 4, before: 37, after: 37 }, isComplete: true });
    expect(all.calls).toBe(4);
  });

  it('is of an entry without mistakes, and for those who publish', async () => {
    const entry = await entryOf(sized);
    const broken = entry.replace('rate: 1', 'rate: -1');
    const line = broken.slice(0, broken.indexOf('rate: -1')).split('\n').length;
    expect((await send(sized, broken)).json).toMatchObject({ mistakes: [{ line }], backtest: null });
    expect(await send('absent', entry)).toMatchObject(problem(404, 'not-found'));
    expect(await send(sized, entry, 5)).toMatchObject(problem(422, 'validation'));
    const viewer = await makePerson(inject('dataFolder'), { role: 'viewer' });
    const refused = await post(`${operator}/${sized}/backtest`, { entry, days: 7 }, viewer.headers);
    expect(refused).toMatchObject(problem(403, 'forbidden'));
  });
});
