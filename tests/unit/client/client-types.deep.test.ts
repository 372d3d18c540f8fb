import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest';
import type { CreditEntry, ProductCard, Quote, Receipt, SearchResult } from '../../../client/source/index.ts';
import { productTypes } from '../../../client/source/types/product-types.ts';
import type { JsonObject } from '../../../lib/json/json.ts';
import type { EntryKind } from '../../../lib/ledger/purse.ts';
import type { FullQuote } from '../../../lib/product/full-quote.ts';
import type { ProductCard as PortalCard } from '../../../lib/product/product.ts';
import type { Receipt as PortalReceipt } from '../../../lib/receipt/receipt.ts';

it('the types of the client are those of the portal', () => {
  expectTypeOf<FullQuote>().toEqualTypeOf<Quote>();
  expectTypeOf<PortalCard>().toEqualTypeOf<ProductCard>();
  expectTypeOf<SearchResult['list'][number]>().toEqualTypeOf<ProductCard>();
  expectTypeOf<PortalReceipt>().toExtend<Receipt>();
  expectTypeOf<keyof PortalReceipt>().toEqualTypeOf<keyof Receipt>();
  expectTypeOf<EntryKind>().toEqualTypeOf<CreditEntry['kind']>();
});

const field = (name: string, schema: JsonObject | boolean, required = false): JsonObject => ({
  ...{ name, in: 'body', label: '', description: '', type: 'any', required, affectsPrice: false },
  schema,
});

const node = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' }, next: { $ref: '#/$defs/tree node' } },
};

/** Each field with values that fit, and values that do not. */
const cases: { schema: JsonObject | boolean; fits: string[]; fails: string[] }[] = [
  { schema: { type: 'string' }, fits: ['"a"'], fails: ['1', 'null', 'new Blob()'] },
  { schema: { type: ['integer', 'null'] }, fits: ['1', 'null'], fails: ['"1"'] },
  { schema: { enum: ['a', 2, null] }, fits: ['"a"', '2', 'null'], fails: ['"b"', '3'] },
  { schema: { const: 'it"s' }, fits: ['"it\\"s"'], fails: ['"its"'] },
  { schema: { type: 'string', format: 'binary' }, fits: ['"QQ=="', 'new Blob()', 'new Uint8Array()'], fails: ['1'] },
  { schema: { type: 'array', items: { enum: ['a', 'b'] } }, fits: ['[]', '["a", "b"]'], fails: ['["c"]', '"a"'] },
  { schema: { prefixItems: [{ type: 'string' }, { type: 'number' }], minItems: 1, items: false }, fits: ['["a"]', '["a", 1]'], fails: ['[]', '[1]', '["a", 1, 2]'] },
  {
    schema: { type: 'object', required: ['a b'], properties: { 'a b': { type: 'number' }, c: { type: 'string' } } },
    fits: ['{ "a b": 1 }', '{ "a b": 1, c: "c" }'],
    fails: ['{}', '{ "a b": "1" }', '{ "a b": 1, d: 1 }'],
  },
  {
    schema: { type: 'object', properties: { a: { type: 'number' } }, additionalProperties: { type: 'string' } },
    fits: ['{}', '{ a: 1, b: "b" }'],
    fails: ['{ a: "a" }'],
  },
  { schema: { type: 'object', additionalProperties: { type: 'number' } }, fits: ['{ a: 1 }'], fails: ['{ a: "a" }'] },
  {
    schema: {
      oneOf: [
        { type: 'object', required: ['kind', 'r'], properties: { kind: { const: 'circle' }, r: { type: 'number' } } },
        { type: 'object', required: ['kind'], properties: { kind: { const: 'point' } } },
      ],
    },
    fits: ['{ kind: "point" }', '{ kind: "circle", r: 1 }'],
    fails: ['{ kind: "circle" }', '{ kind: "line" }'],
  },
  {
    schema: { type: 'object', required: ['id'], properties: { id: { type: 'string' } }, allOf: [{ type: 'object', properties: { more: { type: 'boolean' } } }] },
    fits: ['{ id: "a", more: true }'],
    fails: ['{ more: true }', '{ id: "a", more: 1 }'],
  },
  {
    schema: { $ref: '#/$defs/tree node', $defs: { 'tree node': node } },
    fits: ['{ name: "a", next: { name: "b", next: { name: "c" } } }'],
    fails: ['{ name: "a", next: { next: { name: "c" } } }'],
  },
  { schema: true, fits: ['1', '{ a: [null] }'], fails: ['() => 1'] },
  { schema: { $ref: 'https://elsewhere.example/schema' }, fits: ['1', '"a"'], fails: [] },
]; // biome-ignore format: a table

let folder: string;
beforeAll(async () => {
  // Where TypeScript finds the types of Node and its own library, and outside what the repository's own check reads.
  folder = await mkdtemp(join(import.meta.dirname, '../../../node_modules/.cache/client-types-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** What TypeScript says of a program of some files: the lines at fault. */
async function faultsOf(files: Record<string, string>): Promise<string[]> {
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const program = ts.createProgram(
    Object.keys(files).map((name) => join(folder, name)),
    {
      ...{ noEmit: true, strict: true, exactOptionalPropertyTypes: true, allowImportingTsExtensions: true },
      ...{ module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler },
      ...{
        target: ts.ScriptTarget.ES2023,
        lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
        types: [],
      },
      paths: { farebox: [join(import.meta.dirname, '../../../client/source/index.ts')] },
    },
  );
  // Not of what they import: the repository's own check reads that.
  const own = Object.keys(files).map((name) => program.getSourceFile(join(folder, name)));
  const faults = own.flatMap((file) => [
    ...program.getSyntacticDiagnostics(file),
    ...program.getSemanticDiagnostics(file),
  ]);
  return faults.map(({ file, start = 0, messageText }) => {
    if (!file) return ts.flattenDiagnosticMessageText(messageText, ' ');
    const { line } = file.getLineAndCharacterOfPosition(start);
    return `${file.fileName.split('/').at(-1)}:${line + 1}`;
  });
}

describe('farebox types', () => {
  it('takes what a schema takes, and shows what it does not take', async () => {
    const products = cases.map(({ schema }, index) => ({
      slug: `case-${index}`,
      playground: { request: [field('value', schema, true)], response: null },
    }));
    const calls = cases.flatMap(({ fits, fails }, index) => [
      ...fits.map((value) => ({ line: `client.call('case-${index}', { value: ${value} });`, fits: true })),
      ...fails.map((value) => ({ line: `client.call('case-${index}', { value: ${value} });`, fits: false })),
    ]);
    const head = ["import type { Farebox } from 'farebox';", 'declare const client: Farebox;'];
    const faults = await faultsOf({
      'products.d.ts': productTypes(products),
      'calls.ts': [...head, ...calls.map(({ line }) => line)].join('\n'),
    });
    const expected = calls.flatMap(({ fits }, index) =>
      fits ? [] : [`calls.ts:${index + head.length + 1}`],
    );
    expect([...new Set(faults)]).toEqual(expected);
  });

  it('knows which fields are needed, and what comes back', async () => {
    const playground = {
      request: [
        { ...field('text', { type: 'string' }, true), label: 'Text', description: 'Any */ text.\nAt all.' },
        { ...field('title', { type: 'string' }, true), bodyOptional: true },
      ],
      response: {
        contentType: 'application/json; charset=utf-8',
        schema: { type: 'object', properties: { n: { type: 'number' } } },
      },
    };
    const bytes = { request: [], response: { contentType: 'image/png', schema: null } };
    const faults = await faultsOf({
      'products.d.ts': productTypes([
        { slug: 'count', playground },
        { slug: 'picture', playground: bytes },
      ]),
      'calls.ts': `import type { Farebox } from 'farebox';
declare const client: Farebox;
export const n: number | undefined = (await client.call('count', { text: 'a' })).data.n;
export const picture: Uint8Array = (await client.call('picture', {})).data;
export const other: unknown = (await client.call('another', { anything: 1 })).data;
await client.quote('count', { text: 'a', title: 'b' });
await client.quote('count', { title: 'b' });
await client.quote('picture', { text: 'a' });
export const wrong: string = (await client.call('count', { text: 'a' })).data;
`,
    });
    expect(faults).toEqual(['calls.ts:7', 'calls.ts:8', 'calls.ts:9']);
  });

  it('ends with a schema that has no end', () => {
    let deep: JsonObject = { type: 'string' };
    for (let depth = 0; depth < 500; depth += 1) deep = { type: 'array', items: deep };
    const wide = {
      type: 'object',
      properties: Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`p${index}`, deep])),
    };
    const text = productTypes([
      { slug: 'large', playground: { request: [field('a', deep), field('b', wide)], response: null } },
    ]);
    expect(text.length).toBeLessThan(3_000_000);
    expect(text).toContain('JsonValue');
  });
});
