import { expect, test } from 'vitest';
import { RefusedCalls, writeRefusedCalls } from '../../../../server/calls/refused-calls.ts';
import type { NoteRefusalsPayload, NewRefusedCall } from '../../../../server/store/calls/refusal-jobs.ts';

const at = Date.UTC(2026, 10, 28, 12);
const dayMs = 86_400_000;

const refused = (index: number, more: Partial<NewRefusedCall> = {}): NewRefusedCall => ({
  ...{ accountId: 'acc_a', at, productKey: null, apiKeyKey: 1, memberKey: null },
  ...{ problem: 'rate-limited', status: 429, detail: 'Wait.', requestId: String(index), ...more },
});

/** Keeps what it is given, and fails as often as it is told. */
function recorder(failures = 0) {
  const given: NoteRefusalsPayload[] = [];
  let left = failures;
  const send = async (refusals: NoteRefusalsPayload) => {
    if (left-- > 0) throw new Error('The database is away.');
    given.push(refusals);
  };
  return {
    ...{ given, send, counts: () => given.flatMap(({ counts }) => counts) },
    calls: () => given.flatMap(({ calls }) => calls),
  };
}
const idsOf = (calls: NewRefusedCall[]) => calls.map(({ requestId }) => Number(requestId));

test('a flood is one count, and the last thousand rows, in small parts', async () => {
  const refusedCalls = new RefusedCalls();
  for (let index = 0; index < 20_000; index += 1) refusedCalls.note(refused(index));
  const writer = recorder();
  await refusedCalls.write(writer.send);
  expect(writer.counts()).toEqual([
    { accountId: 'acc_a', day: '2026-11-28', apiKeyKey: 1, problem: 'rate-limited', calls: 20_000 },
  ]);
  expect(idsOf(writer.calls())).toEqual(Array.from({ length: 1_000 }, (_, index) => 19_000 + index));
  expect(Math.max(...writer.given.map(({ calls }) => calls.length))).toBeLessThanOrEqual(200);
  await refusedCalls.write(writer.send);
  expect(writer.counts()).toHaveLength(1);
});

test('floods of many accounts are counted, and leave a bounded number of rows', async () => {
  const refusedCalls = new RefusedCalls();
  const accounts = 60;
  for (let index = 0; index < 60_000; index += 1)
    refusedCalls.note(refused(index, { accountId: `acc_${index % accounts}` }));
  const writer = recorder();
  await refusedCalls.write(writer.send);
  expect(writer.counts()).toHaveLength(accounts);
  expect(writer.counts().reduce((sum, { calls }) => sum + calls, 0)).toBe(60_000);
  expect(writer.calls().length).toBeLessThanOrEqual(10_000);
  expect(new Set(writer.calls().map(({ accountId }) => accountId)).size).toBe(accounts);
  expect(Math.max(...idsOf(writer.calls()))).toBe(59_999);
});

test('what could not be written is written later, before what came meanwhile', async () => {
  const refusedCalls = new RefusedCalls();
  for (let index = 0; index < 700; index += 1) refusedCalls.note(refused(index));
  await expect(refusedCalls.write(recorder(1).send)).rejects.toThrow('The database is away.');
  refusedCalls.note(refused(700));
  refusedCalls.note(refused(701, { at: at + dayMs, apiKeyKey: null, problem: 'over-cap', status: 402 }));
  const writer = recorder();
  await refusedCalls.write(writer.send);
  expect(writer.counts()).toMatchObject([
    { problem: 'rate-limited', calls: 701 },
    { day: '2026-11-29', apiKeyKey: 0, problem: 'over-cap', calls: 1 },
  ]);
  expect(idsOf(writer.calls())).toEqual(Array.from({ length: 702 }, (_, index) => index));
});

test.each(
  // biome-ignore format: a table
  [
    [402, true], [403, true], [422, true], [429, true], [400, false], [404, false], [409, false], [500, false], [503, false],
  ],
)('a refusal with status %i is noted: %s', async (status, isNoted) => {
  const refusedCalls = new RefusedCalls();
  refusedCalls.note(refused(1, { status }));
  const writer = recorder();
  await refusedCalls.write(writer.send);
  expect(writer.calls()).toHaveLength(isNoted ? 1 : 0);
});

test('sentences are cut, and have what both engines can store', async () => {
  const refusedCalls = new RefusedCalls();
  refusedCalls.note(refused(1, { detail: `a\0b\ud800 ${'x'.repeat(600)}` }));
  const writer = recorder();
  await refusedCalls.write(writer.send);
  expect(writer.calls()[0]?.detail).toMatch(/^ab\ufffd x{495}$/);
});

test('a portal that stops writes what it has', async () => {
  const refusedCalls = new RefusedCalls();
  const writer = recorder();
  const writing = writeRefusedCalls(refusedCalls, writer.send);
  refusedCalls.note(refused(1));
  await writing.stop();
  expect(idsOf(writer.calls())).toEqual([1]);
});
