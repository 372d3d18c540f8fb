import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { catalogueEntry } from '../../../../lib/product/catalogue-entry.ts';
import { describe as described } from '../../../../lib/form/describe.ts';
import { firstValue } from '../../../../lib/form/first-value.ts';
import { bindInput } from '../../../../lib/bind/bind.ts';
import { inputShape } from '../../../../lib/operation/input-shape.ts';
import { requestFields } from '../../../../lib/operation/request-fields.ts';
import { schemaRow } from '../../../../lib/operation/schema-row.ts';
import { compileInput } from '../../../../lib/validation/validate.ts';
import { draftCatalogue } from '../../../../lib/import/drafts/draft-catalogue.ts';
import { importDocument } from '../../../../lib/import/import-document.ts';
import { importReport } from '../../../../lib/import/import-report.ts';
import { anySchema, schemaNode } from '../../../../lib/schema/schema-graph.ts';
import { bigDocument, twoDocuments } from '../../../setup/big-document.ts';

function imported(document: unknown, options = {}) {
  const result = importDocument(JSON.stringify(document), options);
  if (!result.ok) throw new Error(result.reason);
  return result;
}

function entriesOf(document: unknown) {
  return draftCatalogue(imported(document))
    .filter(({ name }) => name !== 'tags.yaml' && name !== 'api.yaml')
    .map(({ text }) => catalogueEntry.parse(parse(text)));
}

const big = imported(bigDocument(), { counts: true });
const entries = entriesOf(bigDocument());

function operationOf(method: string, path: string) {
  const found = big.operations.find((one) => one.method === method && one.path === path)?.operation;
  if (found === undefined) throw new Error(`${method} ${path} is not imported`);
  return found;
}

const create = operationOf('post', '/customers');
const shape = inputShape(create);
const fields = requestFields(shape, () => false);
const fieldOf = (name: string) => fields.find((field) => field.name === name);

test('300 operations are imported, each with a name of its own that a person can read', () => {
  expect(big.operations.filter((one) => one.imported)).toHaveLength(300);
  expect(entries).toHaveLength(300);
  const names = entries.map(({ name }) => name);
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(300);
  expect(names.filter((name) => /[*_`[\]<>…]|https?:|[a-z][A-Z]/.test(name))).toEqual([]);
  expect(names.slice(0, 5)).toEqual([
    'List customers',
    'Create customer',
    'Retrieve the customer',
    'Update customer',
    'Delete customer',
  ]);
});

test.each([
  [{ type: 'object', properties: { done: { type: 'boolean' } } }, '{\n  "done": true\n}'],
  [{ type: 'object' }, '{}'],
  [{ type: 'array', items: { type: 'integer', example: 7 } }, '[\n  7\n]'],
])('an example of the reply %j shows members that may be missing', (schema, shown) => {
  const content = { 'application/json': { schema } };
  const document = {
    ...{ openapi: '3.1.0', info: { title: 'A', version: '1' }, servers: [{ url: 'https://a.example' }] },
    paths: { '/a': { get: { responses: { 200: { description: 'Done', content } } } } },
  };
  expect(entriesOf(document)[0]?.doc).toContain(`## Example reply\n\n\`\`\`json\n${shown}\n`);
});

test('an introduction says more than the name', () => {
  const texts = entries.flatMap(({ introduction }) => introduction.map(({ text }) => text));
  expect(texts.filter((text) => !text.includes(' '))).toEqual([]);
  expect(entries.find(({ slug }) => slug === 'acme-pay-get-customers-customer')?.introduction).toEqual([]);
  const [section] = entries.find(({ name }) => name === 'Create customer')?.introduction ?? [];
  expect(section?.text).toContain('Creates a customer.');
  expect(section?.text).toContain(' Responses');
});

test('no link of a document leads into the portal', () => {
  const text = draftCatalogue(big)
    .map((file) => file.text)
    .join('\n');
  expect(text.match(/\]\((?!https?:|mailto:)[^)]*\)/g)).toBeNull();
  expect(text).not.toContain('https://api.acme.example/guides');
  expect(text).not.toMatch(/<\/?(?:p|strong)>/);
});

describe('slugs', () => {
  test('of two documents are never the same, whatever their operations are called', () => {
    const [one, other] = twoDocuments().map((document) => entriesOf(document).map(({ slug }) => slug));
    expect(one?.slice(0, 2)).toEqual(['acme-pay-get-customers', 'acme-pay-post-customers']);
    expect(other?.slice(0, 2)).toEqual(['bolt-checkout-get-customers', 'bolt-checkout-post-customers']);
  });

  test('of the next version of a document are the same, and so is their source', () => {
    const next = entriesOf(bigDocument({ version: '2027-01-01' }));
    expect(next.map(({ slug, source }) => [slug, source])).toEqual(
      entries.map(({ slug, source }) => [slug, source]),
    );
  });

  test('are no longer than a slug may be, and stay apart', () => {
    const operation = (end: string) => ({
      get: { operationId: `${'word'.repeat(14)}${end}`, responses: {} },
    });
    const paths = { '/a': operation('a'), '/b': operation('b') };
    const title = 'The Very Long Cloud Platform of Acme Industries API';
    const slugs = entriesOf({ ...bigDocument({ title }), paths }).map(({ slug }) => slug);
    expect(new Set(slugs).size).toBe(2);
    expect(slugs.every((slug) => slug.length <= 64)).toBe(true);
  });
});

describe('what is said of a nullable field is kept', () => {
  test.each([
    ['instructions', { description: 'A system message.', example: 'Be brief' }],
    ['temperature', { description: 'Between 0 and 2.', default: 1 }],
    ['effort', { description: 'How hard it thinks.', label: 'Effort', default: 'low' }],
    ['store', { description: 'Words beside an allOf.', default: 'low' }],
    ['old', { description: 'Not used any more.' }],
  ])('%s', (name, words) => {
    expect(fieldOf(name)).toMatchObject(words);
  });

  test('also within an object, and in the reference', () => {
    const label = { anyOf: [{ type: 'string', description: 'A label.', default: 'x' }, { type: 'null' }] };
    expect(described(schemaNode(label))).toMatchObject({ help: 'A label.', default: 'x' });
    expect(schemaRow('a', { default: 'y', ...label })).toMatchObject({
      description: 'A label.',
      default: 'y',
    });
    expect(described(schemaNode(fieldOf('old')?.schema ?? true)).deprecated).toBe(true);
  });

  test('and that a parameter is deprecated', () => {
    const [, page] = requestFields(inputShape(operationOf('get', '/customers')), () => false);
    expect(described(schemaNode(page?.schema ?? true)).deprecated).toBe(true);
  });
});

describe('a union that is told apart by an enum of one value', () => {
  const { schema = true } = fieldOf('messages') ?? {};
  const list = described(schemaNode(schema)).widget;
  const union = list.kind === 'list' ? described(list.items ?? anySchema).widget : list;
  const branches = union.kind === 'union' ? union.branches : [];

  test('names its branches', () => {
    expect(branches.map(({ label }) => label)).toEqual(['Developer message', 'User', 'Tool']);
  });

  test('gives the value by itself', () => {
    expect(branches.map((branch) => firstValue(branch.schema))).toEqual([
      { role: 'developer' },
      { role: 'user' },
      { role: 'tool' },
    ]);
  });

  test('has an example that the schema takes', () => {
    expect(shape.fields.find(({ name }) => name === 'messages')?.example).toEqual([
      { role: 'developer', content: 'Hello' },
    ]);
  });
});

describe('a body that may be left out, and has required members', () => {
  const { input } = compileInput(shape);

  test('asks for them as for any other', () => {
    expect(fields.filter(({ required }) => required).map(({ name }) => name)).toEqual([
      'model',
      'messages',
      'three_ds',
    ]);
    expect(fieldOf('model')?.bodyOptional).toBe(true);
    expect(fieldOf('effort')).not.toHaveProperty('bodyOptional');
    expect(Object.keys(big.operations[1]?.example ?? {})).toEqual(
      expect.arrayContaining(['model', 'messages', 'three_ds']),
    );
  });

  test('is missed in plain words once any of it is given', () => {
    expect(input({ effort: 'low' })).toEqual(
      ['model', 'messages', 'three_ds'].map((name) => ({ pointer: `/${name}`, detail: 'is required' })),
    );
  });

  test('is not sent where none of it is given', () => {
    expect(input({})).toEqual([]);
    expect(bindInput(create, shape, {})).toMatchObject({ ok: true, request: { headers: [] } });
    const bound = bindInput(create, shape, {});
    expect(bound.ok && bound.request).not.toHaveProperty('body');
  });
});

test('what values of an enum mean is told in words', () => {
  const { widget } = described(schemaNode(fieldOf('model')?.schema ?? true));
  expect(widget.kind === 'choice' && widget.options).toEqual([
    { value: 'small', label: 'small', help: 'Fast and cheap' },
    { value: 'large', label: 'large', help: 'Slow and good' },
  ]);
});

test('the report counts what a person would miss', () => {
  const { fidelity } = importReport(big, 'big.json').document;
  expect(fidelity.enumMeanings).toEqual({ given: 120, kept: 120 });
  expect(fidelity.deprecations).toEqual({ given: 180, kept: 180 });
  for (const { given, kept } of Object.values(fidelity)) expect(kept / given).toBeGreaterThan(0.99);
});

test.each([
  ['a text that suggests values', { anyOf: [{ type: 'string' }, { enum: ['a'], description: 'Words.' }] }],
  [
    'a choice of many',
    { type: 'array', uniqueItems: true, items: { enum: ['a', 'b'], description: 'Words.' } },
  ],
])('%s has the help of what it is made of', (_what, schema) => {
  expect(described(schemaNode(schema)).help).toBe('Words.');
});
