import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../../lib/json/json.ts';
import { expectCharged, expectRefused } from '../../setup/call-expectations.ts';
import { type CallPortal, startCallPortal } from '../../setup/call-portal.ts';
import type { CallReply } from '../../setup/send-call.ts';
import type { TestProduct } from '../../setup/test-catalogue.ts';

const self = { $ref: '#/$defs/Node' };
const list = { type: 'array', items: self };
const operator = (name: string) => ({
  type: 'object',
  required: ['operands', 'kind'],
  properties: { operands: list, kind: { const: name } },
});

function product(slug: string, node: JsonObject): TestProduct {
  const size = { type: 'integer', minimum: 0, maximum: 1_000, default: 1 };
  return { slug, schema: { type: 'object', properties: { size, tree: self } }, defs: { Node: node } };
}

const products = [
  product('closed-union', {
    oneOf: [
      operator('and'),
      operator('or'),
      { type: 'object', required: ['leaf'], properties: { leaf: { type: 'string' } } },
    ],
    unevaluatedProperties: false,
  }),
  product('all-of', { allOf: [{ properties: { children: list } }, { properties: { children: list } }] }),
  product('two-fields', {
    allOf: [{ properties: { a: self, b: self } }, { properties: { a: self, b: self } }],
  }),
  product('condition', {
    if: { properties: { a: self, b: self } },
    then: { properties: { a: self, b: self } },
  }),
  product('many-forms', {
    items: { anyOf: Array.from({ length: 60 }, (_, index) => ({ required: [`form${index}`] })) },
  }),
  product('web-address', { type: 'string', format: 'url' }),
  product('short-address', { type: 'string', format: 'url', maxLength: 100 }),
];

let portal: CallPortal;
beforeAll(async () => {
  portal = await startCallPortal({ FAREBOX_GUEST_CREDITS: '1000000' }, products, {
    pages: false,
    toolbox: false,
  });
});
afterAll(() => portal.stop());

/** What takes half an hour, or doubles with every level, does not come near; a busy machine needs its time. */
const soonMs = 60_000;

/** The call's answer, and how long the call and another request beside it took at most. */
async function callBeside(slug: string, tree: JsonValue): Promise<{ reply: CallReply; slowestMs: number }> {
  const start = performance.now();
  const [reply, health] = await Promise.all([
    portal.call(slug, { tree }),
    fetch(new URL('/api/health', portal.url)),
  ]);
  expect(health.status).toBe(200);
  return { reply, slowestMs: performance.now() - start };
}

function nested(levels: number, wrap: (inner: JsonValue) => JsonValue, innermost: JsonValue): JsonValue {
  let value = innermost;
  for (let level = 0; level < levels; level += 1) value = wrap(value);
  return value;
}

const twice = nested(61, (inner) => ({ a: inner, b: {} }), {});
/** Each of the items fits the last of 60 forms. */
const manyForms = Array.from({ length: 60_000 }, () => ({ form59: 1 }));
const hardAddress = (length: number) => `http://${'a:'.repeat(length / 2)}`;

describe('an input that is more work than it looks', () => {
  it.each<[string, string, JsonValue]>([
    [
      'a closed union',
      'closed-union',
      nested(29, (inner) => ({ kind: 'or', operands: [inner] }), { leaf: 'x' }),
    ],
    ['allOf', 'all-of', nested(29, (inner) => ({ children: [inner, {}] }), {})],
    ['allOf with two fields', 'two-fields', twice],
    ['if and then with two fields', 'condition', twice],
  ])('is called where it is only deep: %s', async (_, slug, tree) => {
    const { reply, slowestMs } = await callBeside(slug, tree);
    expectCharged(reply, 1);
    expect(slowestMs).toBeLessThan(soonMs);
  });

  it.each<[string, string, JsonValue]>([
    ['of 60 kB for a format', 'web-address', hardAddress(60_000)],
    ['of nearly 1 MiB for a format', 'web-address', hardAddress(1_000_000)],
    ['of a text that is too long anyway', 'short-address', hardAddress(60_000)],
    ['of a deep tree with a fault', 'two-fields', nested(61, (inner) => ({ a: inner, b: 5 }), { a: {} })],
  ])('is looked through in no time: %s', async (_, slug, tree) => {
    const { reply, slowestMs } = await callBeside(slug, tree);
    expect([200, 422]).toContain(reply.status);
    expect(slowestMs).toBeLessThan(soonMs);
  });

  it('is called, estimated and refused as any where it is small, and takes many steps', async () => {
    const tree = manyForms.slice(0, 2_000);
    expectCharged((await callBeside('many-forms', tree)).reply, 1);
    const estimate = await fetch(new URL('/api/product/credits/required/many-forms', portal.url), {
      method: 'POST',
      body: JSON.stringify({ size: 3, tree }),
    });
    expect(await estimate.json()).toEqual({ credits: 3 });
    const { reply } = await callBeside('many-forms', [...tree, { form60: 1 }]);
    expectRefused(reply, 422, 'validation');
    expect(reply.json).toMatchObject({ errors: [{ pointer: expect.stringMatching(/^\/tree\/2000/) }] });
  });

  it('is refused where checking it takes too many steps', async () => {
    const { reply, slowestMs } = await callBeside('many-forms', manyForms);
    expectRefused(reply, 422, 'too-complex');
    expect(slowestMs).toBeLessThan(soonMs);
  });

  it('has an estimate all the same, at the dearest of its fields', async () => {
    const address = new URL('/api/product/credits/required/many-forms?detail=full', portal.url);
    const body = JSON.stringify({ size: 3, tree: manyForms });
    const reply = await fetch(address, { method: 'POST', body });
    expect(reply.status).toBe(200);
    expect(await reply.json()).toMatchObject({
      credits: 1_000,
      missing: [],
      invalid: [{ pointer: '', detail: 'is too complex to validate' }],
    });
  });
});
