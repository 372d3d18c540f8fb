import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { InlineLimit } from '../../../lib/operation/file-text.ts';
import type { JsonObject } from '../../../lib/json/json.ts';
import { estimateInput } from '../../../server/inputs/estimate-input.ts';
import { InlineBudget, inlineOrOnThread } from '../../../server/inputs/read-json-object.ts';
import { InputThreads } from '../../../server/inputs/input-threads.ts';
import { prepareInput, validInputHash } from '../../../server/inputs/prepare-input.ts';
import { compileVersion } from '../../../server/products/compiled-version.ts';
import { cpuMs, leastCpuMs } from '../../setup/cpu-ms.ts';
import { openPortalUnderTest, type PortalUnderTest } from '../../setup/portal-under-test.ts';

let portal: PortalUnderTest;
beforeAll(async () => {
  portal = await openPortalUnderTest({});
});
afterAll(() => portal.close());

const secret = new Uint8Array(32);
const tree = { $ref: '#/$defs/Node' };
const forms = Array.from({ length: 100 }, (_, index) => ({ required: [`form${index}`] }));
const each = (quantity: string) => [{ label: 'Rows', per: { quantity, rate: 0.001, unit: 'row' } }];

function versionOf(properties: JsonObject, lines: JsonObject[] = [{ label: 'Call', flat: 1 }]) {
  const document = JSON.stringify({
    $defs: { Node: { anyOf: forms, properties: { list: { type: 'array', items: tree } } } },
    ...{ server: { url: 'https://takes.example' }, method: 'post', path: '/', responses: {} },
    requestBody: { content: { 'application/json': { schema: { type: 'object', properties } } } },
    'x-farebox': { price: { lines, maximum: 1_000 } },
  });
  return compileVersion({ document, hash: 'hash', templateKey: 1 });
}

const measured = { rows: { type: 'array' }, text: { type: 'string' } };
const trees = versionOf({ tree });
const dearLines = each('sum(input.rows.map(row, size(input.text)))');
const dear = versionOf(measured, dearLines);
const manyFields = versionOf(
  { ...measured, ...Object.fromEntries(forms.slice(0, 40).map((_, index) => [`field${index}`, {}])) },
  each(
    `sum(input.rows.map(row, size(input.text) + (${[...Array(40).keys()].map((index) => `has(input.field${index})`).join(' || ')} ? 1 : 0)))`,
  ),
);

const nodes = (count: number, node: JsonObject) => ({
  form99: 1,
  list: Array.from({ length: count }, () => ({ ...node })),
});
const right = { form99: 1 };
const rows = Array.from({ length: 1_500 }, () => 1);

const hostile: [string, ReturnType<typeof versionOf>, JsonObject][] = [
  ['many values of many forms', trees, { tree: nodes(2_000, right) }],
  ['the last of them wrong', trees, { tree: { form99: 1, list: [...nodes(2_000, right).list, { form: 1 }] } }],
  ['all of them wrong', trees, { tree: nodes(2_000, { form: 1 }) }],
  ['a price of many steps', dear, { rows, text: 'x'.repeat(15_000) }],
  ['a price of many steps for each of many fields', manyFields, { rows, text: 'x'.repeat(15_000) }],
]; // biome-ignore format: a table

const wrong = { n: 'wrong' };
const dearBesideWrong: (typeof hostile)[number] = [
  'a price of many steps beside a wrong field',
  versionOf({ ...measured, n: { type: 'integer' } }, dearLines),
  { ...wrong, rows, text: 'x'.repeat(15_000) },
];
const listByWrong: typeof dearBesideWrong = [
  'a long list that a price multiplies by a wrong field',
  versionOf(
    { ...measured, n: { type: 'integer', maximum: 5 } },
    Array.from({ length: 10 }, () => each('sum(input.rows.map(row, row * input.n))')).flat(),
  ),
  { ...wrong, rows: Array.from({ length: 14_000 }, (_, index) => index % 10) },
];

const modest: typeof hostile = [
  ['a few values', trees, { tree: nodes(5, right) }],
  ['a few wrong values', trees, { tree: nodes(5, { form: 1 }) }],
  ['a field of another type', trees, { tree: { form99: 1, list: 1 } }],
  ['a price of a few steps', dear, { rows: [1, 2], text: 'xx' }],
];

/** As it arrives. */
const given = (value: JsonObject) => ({
  value,
  bytes: Buffer.from(JSON.stringify(value)),
  contentType: null,
  contentEncoding: null,
  network: '192.0.2.1',
  whenGone: () => {},
});

/** What is made of an input, or the problem that it meets; without what changes with the time. */
async function outcomeOf(work: () => unknown): Promise<unknown> {
  try {
    const { quote: _quote, expiresAt: _expiresAt, ...result } = Object(await work());
    return result;
  } catch (error) {
    if (error instanceof InlineLimit) throw error;
    const { code, detail, errors } = Object(error);
    return { code, detail, errors };
  }
}

describe('an input of less than 32 KiB', () => {
  test.each([...hostile, dearBesideWrong])(
    'is estimated in no long time of the main thread: %s',
    (_what, version, value) => {
      expect(given(value).bytes.length).toBeLessThan(32 * 1024);
      for (const detailed of [false, true]) {
        const options = { detailed, secret };
        // Patterns and functions are compiled once, by the first estimate.
        estimateInput(version, value, options);
        const estimate = () => estimateInput(version, value, options, new InlineBudget());
        expect(leastCpuMs(() => expect(estimate).toThrow(InlineLimit))).toBeLessThan(50);
      }
    },
  );

  test.each(hostile)('is prepared in no long time of the main thread: %s', (_what, version, value) => {
    estimateInput(version, value, { detailed: true, secret });
    const prepare = () => prepareInput(version, value, {}, new InlineBudget());
    expect(leastCpuMs(() => expect(prepare).toThrow(InlineLimit))).toBeLessThan(50);
  });

  test.each([...hostile, dearBesideWrong, listByWrong, ...modest])(
    'has the same answers wherever it is read: %s',
    async (_what, version, value) => {
      const threads = new InputThreads(secret);
      const options = { detailed: true, secret };
      const estimate = () =>
        inlineOrOnThread(
          given(value),
          (own, budget) => estimateInput(version, own, options, budget),
          async () => JSON.parse(String((await threads.estimate(version, given(value), true)).json)),
        );
      expect(await outcomeOf(estimate)).toEqual(
        await outcomeOf(() => estimateInput(version, value, options)),
      );
      const prepare = () =>
        inlineOrOnThread(
          given(value),
          (own, budget) => prepareInput(version, own, {}, budget).inputHash,
          async () => (await threads.prepare(version, given(value), {}, false)).inputHash,
        );
      const full = () => ({ hash: prepareInput(version, value, {}).inputHash });
      expect(await outcomeOf(async () => ({ hash: await prepare() }))).toEqual(await outcomeOf(full));
      const hash = await inlineOrOnThread(
        given(value),
        (own, budget) => validInputHash(version, own, budget),
        () => threads.hash(version, given(value)),
      );
      expect(hash).toBe(validInputHash(version, value));
    },
  );

  test('has its lists read once, however many lines of a price multiply them by a wrong field', () => {
    const [, version, value] = listByWrong;
    expect(given(value).bytes.length).toBeLessThan(32 * 1024);
    const estimate = () => estimateInput(version, value, { detailed: false, secret }, new InlineBudget());
    estimateInput(version, value, { detailed: false, secret });
    expect(leastCpuMs(() => expect(estimate()).toEqual({ credits: 1_000 }))).toBeLessThan(50);
  });

  test('has an estimate with details in seconds, however many fields its price reads', () => {
    const value = { rows: Array.from({ length: 2_000 }, () => 1), text: `${'x'.repeat(24_000)}😀` };
    expect(given(value).bytes.length).toBeLessThan(32 * 1024);
    let detail: Partial<ReturnType<typeof estimateInput>> = {};
    const estimate = () => (detail = estimateInput(manyFields, value, { detailed: true, secret }));
    expect(cpuMs(estimate)).toBeLessThan(3_000);
    // The price itself is known; the later fields are no longer compared with it.
    expect(detail).toMatchObject({ credits: 1_000, quote: expect.any(String), invalid: [] });
    expect(detail.fields?.at(0)?.adds).toBeTypeOf('number');
    expect(detail.fields?.at(-1)?.adds).toBeNull();
  });

  test('is not taken for another one where checking it takes too many steps', () => {
    const tooComplex = { tree: nodes(20_000, right) };
    expect(() => validInputHash(trees, tooComplex)).toThrow(expect.objectContaining({ code: 'too-complex' }));
    expect(validInputHash(trees, { tree: nodes(1, { form: 1 }) })).toBeUndefined();
  });

  test.each(modest)('is read on the main thread where it is little work: %s', (_what, version, value) => {
    const options = { detailed: true, secret };
    const {
      quote: _quote,
      expiresAt: _expiresAt,
      ...result
    } = estimateInput(version, value, options, new InlineBudget());
    expect(estimateInput(version, value, options)).toMatchObject(result);
  });
});
