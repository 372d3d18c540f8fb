import { describe, expect, test } from 'vitest';
import { importDocument } from '../../../../lib/import/import-document.ts';
import { document3, operationsOf, told } from './cases/documents.ts';
import { cpuMs } from '../../../setup/cpu-ms.ts';

const json = JSON.stringify(document3({}));
function documentLosses(text: string | Uint8Array): string {
  const result = importDocument(text);
  return result.ok ? result.document.losses.map(({ pointer, what }) => `${pointer}: ${what}`).join('\n') : '';
}

function refusedAsShort(text: string): boolean {
  const result = importDocument(text);
  return !result.ok && result.reason.includes('ends too early');
}

const yaml =
  'openapi: 3.0.0\ninfo: {title: Things, version: "1"}\npaths:\n  /things:\n    get: {responses: {}}\n';

describe('documents are read leniently', () => {
  test.each([
    ['JSON', json],
    ['JSON with a byte-order mark', `\uFEFF${json}`],
    ['JSON with comments and a trailing comma', `// a comment\n${json.slice(0, -1)}, /* more */ }`],
    ['YAML', yaml],
    ['YAML of 1.1', `%YAML 1.1\n---\n${yaml}`],
    ['a number as version', yaml.replace('3.0.0', '3.0')],
    ['a later 3.x', yaml.replace('3.0.0', '3.2.0')],
    ['a version of two digits', yaml.replace('3.0.0', '"3.1"')],
    ['a v before the version', yaml.replace('3.0.0', 'v3.0.1')],
    ['2.0 with a patch that there never was', yaml.replace('openapi: 3.0.0', 'swagger: "2.0.1"')],
    ['YAML in the flow style', '{openapi: 3.0.0, paths: {/things: {get: {responses: {}}}}}'],
    ['such YAML with quoted keys', `{"openapi": 3.0.0, "paths": {"/things": {"get": {"responses": {}}}}}`],
    [
      'such YAML whose last text is plain',
      `{"openapi": "3.0.0", "paths": {"/things": {"get": {}}}, "x-a": b}`,
    ],
    ['tabs in empty lines', yaml.replaceAll('\n', '\n\t\n')],
  ])('%s', (_what, text) => {
    expect(operationsOf(text).map(({ path, imported }) => [path, imported])).toEqual([['/things', true]]);
  });

  test.each([
    ['2.0.1', 'swagger', 'Version "2.0.1" is read as 2.0.'],
    ['3.2.0', 'openapi', 'Version "3.2.0" is read as 3.1.'],
  ])('%s is told to be read as another version', (version, keyword, words) => {
    const text = yaml.replace('openapi: 3.0.0', `${keyword}: "${version}"`);
    expect(documentLosses(text)).toContain(`/${keyword}: ${words}`);
  });

  test.each(['2.0', '3.0', '3.1', '3.0.4'])('%s is not', (version) => {
    expect(documentLosses(yaml.replace('3.0.0', `"${version}"`))).toBe('');
  });

  test('bytes of UTF-16', () => {
    const bytes = new Uint8Array(Buffer.from(`\uFEFF${json}`, 'utf16le'));
    expect(importDocument(bytes).ok).toBe(true);
  });

  test('a key that stands twice in JSON is told at the operation that has to do with it and at the document', () => {
    const get = '"get":{"summary":"one","summary":"two \\"]}","responses":{}}';
    const text = `{"openapi":"3.1.0","paths":{"/a~b":{${get}},"/c":{"get":{"responses":{}}}},"x-a":[{"b":1,"b":2}]}`;
    const [first, second] = operationsOf(text);
    expect(first && told(first)).toContain('/paths/~1a~0b/get/summary: This key occurs more than once');
    expect(operationsOf(`${yaml}  /things:\n    post: {responses: {}}\n`)[0]?.method).toBe('post');
    expect(second && told(second)).not.toContain('summary');
    expect(documentLosses(text)).toContain('/paths/~1a~0b/get/summary');
    expect(documentLosses(text)).toContain('/x-a/0/b');
  });

  test('quoted text that is not indented costs nothing of what follows it', () => {
    const text = yaml.replace(
      'get: {responses: {}}',
      `get:
      summary: "It goes on
      here, and \\"here\\":
      so"
      responses: {}
    put:
      summary: 'It''s
      so'
      responses: {}
  /more:
    post: {responses: {}}`,
    );
    const operations = operationsOf(text);
    expect(operations.map(({ method, operation }) => [method, operation?.summary])).toEqual([
      ['get', 'It goes on here, and "here": so'],
      ['put', "It's so"],
      ['post', undefined],
    ]);
    expect(documentLosses(text)).toContain('unindented');
  });

  test.each([
    ['a second YAML document', `${yaml}---\nopenapi: 3.0.0\n`, 'only the first is read'],
    ['bytes of another encoding', Buffer.from(yaml.replace('Things', 'Caf\xe9'), 'latin1'), 'not UTF-8'],
  ])('%s is told', (_what, text, words) => {
    expect(documentLosses(text)).toContain(words);
  });

  test.each(
    // biome-ignore format: a table
    [
      ['a key that stands twice', `${yaml}  /things:\n    post: {responses: {}}\n`, '/paths/~1things: This key occurs more than once'],
      ['an alias inside what it names', `${yaml}components:\n  schemas:\n    A: &a {type: object, properties: {a: *a}}\n`, '"*a" is inside its own anchor'],
      ['a member that would reach a prototype', json.replace('"components":{', '"components":{"__proto__":{"polluted":true},'), '"__proto__" is left out'],
      ['brackets without end', `${yaml}x: ${'['.repeat(100_000)}`, 'YAML error'],
      ['a hundred thousand levels', json.replace('"components":{', `"components":{"deep":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)},`), 'nested deeper than'],
    ],
  )('%s is told at the operation', (_what, text, words) => {
    const [operation] = operationsOf(text);
    expect(operation && told(operation)).toContain(words);
    expect({}).not.toHaveProperty('polluted');
  });

  test('aliases share, and merge keys merge', () => {
    const text = `${yaml}  /more:\n    get: &get {responses: {200: {description: fine}}}\n    post: {<<: *get, summary: Own}\n`;
    const operations = operationsOf(text);
    expect(operations[2]?.operation).toMatchObject({
      summary: 'Own',
      responses: { '200': { description: 'fine' } },
    });
  });

  test('a document without operations is a document', () => {
    expect(importDocument('openapi: 3.1.0\ninfo: {title: a, version: b}\nwebhooks: {}\n')).toMatchObject({
      ok: true,
      operations: [],
    });
  });
});

describe('what is no document is refused with a reason', () => {
  const bomb = Array.from(
    { length: 40 },
    (_, level) => `  l${level + 1}: &l${level + 1} [*l${level}, *l${level}, *l${level}]`,
  ).join('\n');

  test.each(
    // biome-ignore format: a table
    [
      ['nothing', '', 'says "openapi"'],
      ['prose', 'Dear reader, this is a letter.', 'says "openapi"'],
      ['another kind of JSON', '{"name":"swagger","version":1}', 'says "openapi"'],
      ['a list', '[{"openapi":"3.0.0","paths":{}}]', 'not an object'],
      ['Swagger 1.2', '{"swagger":"1.2","paths":{}}', 'version "1.2"'],
      ['Swagger 2.1', '{"swagger":"2.1","paths":{}}', 'version "2.1"'],
      ['OpenAPI 4', '{"openapi":"4.0.0","paths":{}}', 'version "4.0.0"'],
      ['JSON that ends before its paths', '{"openapi":"3.0.0","info":{', 'ends too early'],
      ['JSON with comments that ends too early', `// a\n${json.slice(0, -9)}`, 'ends too early'],
      ['JSON that ends within a comment', `${json.slice(0, -9)} /* a`, 'ends too early'],
      ['a hundred thousand brackets without end', `{"openapi":"3.0.0","paths":{},"x":${'{"a":'.repeat(100_000)}`, 'ends too early'],
      ['no paths', '{"openapi":"3.0.0"}', 'no paths'],
      ['YAML that is broken', 'foo: [bar\nsays: nothing', 'it cannot be read as YAML or JSON: Flow sequence in block collection must be sufficiently indented and end with a ] at line 2, column 1'],
      ['YAML that is broken at its first line', 'openapi 3.0.0\ninfo:\n  title: x\n', 'it cannot be read as YAML or JSON: Implicit keys need to be on a single line at line 1, column 1'],
      ['YAML that is broken before its paths', 'openapi: 3.0.0\ninfo: {title: x\n', 'it cannot be read as YAML or JSON: Flow map in block collection must be sufficiently indented and end with a } at line 3, column 1'],
      ['YAML that is broken at its version', 'openapi: [3.0.0\npaths: {}\n', 'it cannot be read as YAML or JSON: Flow sequence'],
      ['JSON that is broken', '{"name": "x"\n "version": 1}', 'it cannot be read as YAML or JSON: Missing , between flow map items at line 2, column 2'],
      ['other JSON with a comment', '// a\n{"name": 1,}', 'says "openapi"'],
      ['a million brackets', '['.repeat(1_000_000), 'says "openapi"'],
      ['a hundred thousand levels', 'a: '.repeat(100_000), 'it cannot be read as YAML'],
      ['bytes', `openapi: \0\0\0`, 'binary'],
      ['an alias bomb', `openapi: 3.0.0\npaths: {}\nx:\n  l0: &l0 [a, a, a]\n${bomb}\n`, 'aliases expand'],
      ['aliases without end', `openapi: 3.0.0\npaths: {}\nx: &x 1\ny: [${'*x, '.repeat(30_000)}]\n`, 'more than 20000 aliases'],
    ],
  )('%s', (_what, text, reason) => {
    const took = cpuMs(() =>
      expect(importDocument(text)).toMatchObject({ ok: false, reason: expect.stringContaining(reason) }),
    );
    expect(took).toBeLessThan(3_000);
  });

  test('JSON that ends too early is refused wherever it ends', () => {
    const numbers = '"x":[1,-2.5e3,true,null,"\\u00e9\\"\\\\"],';
    const text = JSON.stringify({ openapi: '3.0.0', paths: {} }).replace('"paths"', `${numbers}"paths"`);
    expect(importDocument(text).ok).toBe(true);
    const start = text.indexOf('"3');
    const ends = Array.from({ length: text.length - start }, (_, index) => start + index);
    expect(ends.filter((end) => !refusedAsShort(`${text.slice(0, end)}\n`))).toEqual([]);
  });

  test('fifty megabytes of aliases are refused before they are parsed', () => {
    const text = `openapi: 3.0.0\npaths: {}\nx: &x 1\ny:\n${'- *x\n'.repeat(10_000_000)}`;
    expect(importDocument(text)).toMatchObject({ ok: false });
  });
});

test('a scalar of YAML is refused in words, not by its own text', () => {
  const result = importDocument('<p>{"openapi":"3.0.0","paths":{}}</p>');
  expect(result).toEqual({ ok: false, reason: 'it is not an object' });
});

describe('operations are listed, and what is none is told of the document', () => {
  const text = JSON.stringify({
    openapi: '3.2.0',
    info: { title: 'Things', version: '1', license: { name: 'MIT' } },
    externalDocs: { url: 'https://things.example' },
    'x-logo': { url: 'https://things.example/logo.png' },
    paths: {
      '/away': { $ref: 'https://elsewhere.example/paths.yaml#/away' },
      '/nothing': null,
      '/things': { get: { responses: {} }, put: null, query: { responses: {} } },
    },
  });

  test('only methods of paths that are here are operations', () => {
    expect(operationsOf(text).map(({ method, path, imported }) => [method, path, imported])).toEqual([
      ['get', '/things', true],
      ['put', '/things', true],
    ]);
  });

  test.each([
    '/paths/~1away: The path is not imported: "https://elsewhere.example/paths.yaml#/away" is outside',
    '/paths/~1nothing: The path is not imported: it is not an object',
    '/paths/~1things/query: "query" is not imported',
    ': Not kept of the document: x-logo',
    '/info: Not kept of its description: license',
  ])('told: %s', (words) => {
    expect(documentLosses(text)).toContain(words);
  });
});
