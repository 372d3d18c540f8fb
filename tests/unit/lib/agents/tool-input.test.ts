import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { otherCall, requireIdempotencyKey } from '../../../../server/calls/earlier-call.ts';
import { invalidKey } from '../../../../server/callers/caller.ts';
import { problemResult } from '../../../../server/agents/call-result.ts';
import { Problem } from '../../../../lib/problem/problem.ts';
import { isProblemCode, problems } from '../../../../lib/problem/problems.ts';
import { nameQuote } from '../../../../server/agents/quoted-calls.ts';
import { readToolArguments } from '../../../../server/agents/agent-tool.ts';
import { toolInput } from '../../../../lib/agents/tool-input.ts';
import { inputShape } from '../../../../lib/operation/input-shape.ts';
import { isJsonObject, type JsonObject } from '../../../../lib/json/json.ts';
import { groupedNumber } from '../../../../lib/text/numbers.ts';
import type { Operation, Parameter } from '../../../../lib/operation/operation.ts';

const mostBytes = 6_000;

/** The input of an operation with so many parameters, of which the last one is required. */
function told(count: number, words: string): JsonObject {
  const parameters = Array.from(
    { length: count },
    (_, at): Parameter => ({
      ...{ name: `field${at}`, in: 'query', required: at === count - 1, description: words },
      schema: { type: 'string' },
    }),
  );
  const server = { url: 'https://things.example' };
  return toolInput(
    inputShape({ server, method: 'get', path: '/things', parameters, responses: {} }),
    mostBytes,
  );
}

const fieldsOf = ({ properties }: JsonObject) => (isJsonObject(properties) ? properties : {});

describe('the input of a tool', () => {
  it.each([
    ['few long texts', 10, 'All that is known about it. '.repeat(20)],
    ['many short texts', 60, 'Some words.'],
    ['many long texts', 60, 'All that is known about it. '.repeat(20)],
    ['more fields than fit', 2_000, 'All that is known about it. '],
    ['long characters', 60, '一つ二つ三つ四つ五つ'.repeat(30)],
  ])('has no more bytes than it may, with %s', (_what, count, words) => {
    const schema = told(count, words);
    expect(Buffer.byteLength(JSON.stringify(schema))).toBeLessThanOrEqual(mostBytes);
    expect(schema['required']).toEqual([`field${count - 1}`]);
    expect(fieldsOf(schema)).toHaveProperty(`field${count - 1}`);
  });

  it.each([
    ['How many', 'How many. Example: 7.'],
    ['How many?', 'How many? Example: 7.'],
  ])('ends “%s” before what else is said of the field', (description, words) => {
    const parameter: Parameter = {
      ...{ name: 'limit', in: 'query', required: true, description, example: 7 },
      schema: { type: 'integer' },
    };
    const server = { url: 'https://things.example' };
    const operation: Operation = { server, method: 'get', path: '/', parameters: [parameter], responses: {} };
    expect(fieldsOf(toolInput(inputShape(operation), mostBytes))['limit']).toMatchObject({
      description: words,
    });
  });

  it('leaves the words out before it leaves fields out', () => {
    const schema = told(60, 'All that is known about it. '.repeat(20));
    expect(Object.keys(fieldsOf(schema))).toHaveLength(60);
    expect(schema).not.toHaveProperty('description');
  });

  it('says how many fields are left out', () => {
    const schema = told(2_000, '');
    const missing = 2_000 - Object.keys(fieldsOf(schema)).length;
    expect(missing).toBeGreaterThan(0);
    expect(schema['description']).toBe(
      `Without ${groupedNumber(missing)} fields: the document of the product has all.`,
    );
  });
});

describe('the arguments of a tool', () => {
  const input = z.object({
    product: z.string().max(200),
    input: z.record(z.string(), z.unknown()).optional(),
    max_credits: z.int().min(0).optional(),
    quote: z.string().optional(),
  });
  const read = (given: JsonObject) => readToolArguments(input, { product: 'a', ...given });

  it.each<[JsonObject, JsonObject]>([
    [{ max_credits: null, quote: '', input: '' }, {}],
    [
      { max_credits: '5', quote: '5' },
      { max_credits: 5, quote: '5' },
    ],
    [{ input: '{"size":"5"}' }, { input: { size: '5' } }],
    [{ sessionId: 'x', chatInput: 'y' }, {}],
  ])('of the client that sends %j', (given, meant) =>
    expect(read(given)).toEqual({ product: 'a', ...meant }),
  );

  it.each<[JsonObject, string]>([
    [{ maxCredits: 5 }, '/maxCredits: there is no such argument. Did you mean max_credits?'],
    [{ max_credits: '-5' }, '/max_credits: must be at least 0.'],
    [{ max_credits: '5.5' }, '/max_credits: must be a number.'],
    [{ max_credits: 5.5 }, '/max_credits: must be a whole number.'],
    [{ input: [] }, '/input: must be a JSON object.'],
    [{ product: null }, '/product: must be a text.'],
    [{ product: 'x'.repeat(201) }, '/product: must be at most 200 characters.'],
  ])('are refused with %j', (given, words) => expect(() => read(given)).toThrow(words));

  it.each<[JsonObject, boolean]>([
    [{ q: 'png' }, true],
    [{ keyword: 'png', query: null, page: '' }, true],
    [{ reason: 'look', query: 'png' }, false],
    [{ sessionId: 'x', page: 1 }, false],
    [{}, false],
  ])('of a search are not replaced by others: %j', (given, isRefused) => {
    const search = z.object({ query: z.string().optional(), page: z.int().optional() });
    const searched = () => readToolArguments(search, given, 'Send query.');
    if (isRefused) expect(searched).toThrow('there is no such argument. Send query.');
    else expect(searched).not.toThrow();
  });
});

describe('a refusal of a tool', () => {
  const wordsOf = (error: unknown, argumentPrefix = '') =>
    problemResult(error, { names: { requestId: 'req_1' }, argumentPrefix })
      .content.map((part) => (part.type === 'text' ? part.text : ''))
      .join('\n');
  const ofHttp = /Idempotency-Key|Farebox-|Retry-After|Authorization|\bHTTP\b|header|\/api\/|\.json\b|`|CALL/;

  it.each(Object.keys(problems).filter(isProblemCode))('with the code %s says what to do next', (code) => {
    const lines = wordsOf(new Problem(code, 'Refused.')).split('\n');
    expect(lines).toHaveLength(2);
    expect(lines.join('\n').replace(`(${code})`, '')).not.toMatch(ofHttp);
    expect(lines[1]).toMatch(/^(?:[A-Z]|get_call |search_products ).{15,}\.$/);
    const pinned = wordsOf(new Problem(code, 'Send max_credits, or this as quote.'), 'farebox_');
    expect(pinned).not.toMatch(/\b(?:max_credits|idempotency_key)\b|\bas (?:quote|offset)\b/);
  });

  it('speaks of arguments where the portal speaks of headers', () => {
    const thrown = (run: () => unknown): unknown => {
      try {
        return run();
      } catch (error) {
        return error;
      }
    };
    const said = [
      wordsOf(otherCall('call_1')),
      wordsOf(thrown(() => requireIdempotencyKey(' '))),
      wordsOf(invalidKey()),
      wordsOf(new Problem('over-max-credits', 'It costs 5, but Farebox-Max-Credits is 3.')),
      wordsOf(new Problem('quote-invalid', 'Farebox-Quote is not a quote signed by this portal.')),
    ];
    for (const words of said) expect(words).not.toMatch(ofHttp);
    expect(said[0]).toContain('For the result of call call_1');
  });
});

describe('the name of a quote', () => {
  const owner = (idempotencyScope: string, databaseUrl?: string) => ({
    ...{ context: { settings: { databaseUrl } }, caller: { idempotencyScope } },
  });
  const call = (text = '') => ({ product: 'a', input: { text } });

  it('is short while there is room for its input, and for 200 quotes of a caller', () => {
    const names = Array.from({ length: 201 }, (_, at) => nameQuote(owner('many'), call(), `fbq_${at}`));
    expect(names.slice(0, 200).every((name) => /^quote-[\w-]{43}$/.test(name))).toBe(true);
    expect(names[200]).toBe('fbq_200');
    expect(nameQuote(owner('many'), call(), 'fbq_7')).toBe(names[7]);
    expect(nameQuote(owner('another'), call(), 'fbq_200')).toMatch(/^quote-/);
    const large = call('x'.repeat(600_000));
    expect(nameQuote(owner('large'), large, 'fbq_large')).toMatch(/^quote-/);
    expect(nameQuote(owner('large'), large, 'fbq_larger')).toBe('fbq_larger');
  });

  it('is the quote itself where portals share a database', () => {
    expect(nameQuote(owner('shared', 'postgres://db/x'), call(), 'fbq_shared')).toBe('fbq_shared');
  });
});
