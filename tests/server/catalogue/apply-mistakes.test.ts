import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { mistakeText } from '../../../server/catalogue/catalogue-file.ts';
import { readCatalogue } from '../../../server/catalogue/read-catalogue.ts';
import { entryText, tagsText, writeCatalogue } from './catalogue-folder.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'farebox-mistakes-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Mistakes, with paths as if the command had been given in the folder. */
function mistakes(): string[] {
  const reading = readCatalogue(folder);
  const prefix = `${relative('', folder)}/`;
  return reading.ok ? [] : reading.mistakes.map((mistake) => mistakeText(mistake).replaceAll(prefix, ''));
}

const price = (lines: string, rest = '  maximum: 50') => ({ price: `price:\n  lines:\n${lines}\n${rest}` });

describe('a mistake in an entry is named with its line and what was expected', () => {
  test.each<[string, Record<string, string | null>, string]>(
    // biome-ignore format: a table
    [
      ['an unknown key', { name: 'name: The a\nstatsu: online' }, 'a.yaml:3:1: Expected no key "statsu". Did you mean "status"?'],
      [
        'an unknown key that is like none',
        { name: 'name: The a\ncolour: red' },
        'a.yaml:3:1: Expected no key "colour". Known keys are slug, name, source, removedFrom, status, visibility, approval, terms, type, provider, capabilities, labels, searchWords, introduction, doc, operation, fields, price, charges, limits.',
      ],
      ['a missing key', { name: null }, 'a.yaml:1:1: Expected the key "name", which is missing.'],
      ['a bad slug', { slug: 'slug: My Slug' }, 'a.yaml:1:7: Expected a slug: lower-case letters and digits, in words joined by single hyphens.'],
      ['a bad status', { status: 'status: on' }, 'a.yaml:3:9: Expected online or offline.'],
      ['a doc that is too nested', { doc: `doc: |\n  # How\n  ${'> '.repeat(33)}deep` }, 'a.yaml:9:6: Expected Markdown with at most 32 levels. Line 2 of the text has more.'],
      [
        'an introduction with too many marks',
        { introduction: `introduction:\n  - title: What it does\n    text: '${'*a_ '.repeat(900)}'` },
        'a.yaml:9:11: Expected Markdown with at most 1000 lines and marks such as * or [ in a paragraph. Line 1 of the text has more.',
      ],
      ['a name that is a number', { name: 'name: 7' }, 'a.yaml:2:7: Expected a name as text.'],
      ['an unknown type', { type: 'type: image' }, 'a.yaml:4:7: Expected a type listed under types in tags.yaml; "image" is not. Did you mean "images"?'],
      [
        'an unknown capability',
        { capabilities: 'capabilities:\n  - resize\n  - teleport' },
        'a.yaml:8:5: Expected a capability listed under capabilities in tags.yaml; "teleport" is not. Add it to capabilities in that file, or use a listed one.',
      ],
      ['a tag twice', { capabilities: 'capabilities: [resize, resize]' }, 'a.yaml:6:15: Expected each of the capabilities once.'],
      ['a section without text', { introduction: 'introduction:\n  - title: What' }, 'a.yaml:8:5: Expected the key "text", which is missing.'],
      ['a doc file that is not there', { doc: 'doc: { file: absent.md }' }, 'a.yaml:9:14: Expected a Markdown file; absent.md does not exist.'],
      ['an address as a document', { operation: 'operation: { document: "https://example.com/a.yaml", id: a }' }, 'a.yaml:12:24: Expected a file path, not a web address.'],
      [
        'a document that is not there',
        { operation: 'operation: { document: absent.yaml, id: a }' },
        'a.yaml:12:24: Expected an OpenAPI document at absent.yaml: there is no file absent.yaml.',
      ],
      [
        'a method that is none',
        { operation: "operation: { server: { url: 'https://a.example' }, method: fetch, path: /a }" },
        'a.yaml:12:60: Expected get or put or post or delete or options or head or patch or trace; found "fetch".',
      ],
      [
        'a server that nobody can call',
        {
          operation:
            'operation: { server: { url: /api }, method: get, path: /a, parameters: [{ name: width, in: query, schema: { type: integer, maximum: 9 }, required: true }] }',
        },
        'a.yaml:12:29: Expected a server with a complete address, such as https://api.example.com, for a product that is online; found "/api".',
      ],
      [
        'a field that the operation does not have',
        { price: `fields:\n  labels: { widht: Width }\nprice:\n  lines: []\n  maximum: 1` },
        'a.yaml:19:13: Expected a field of the operation\'s input; "widht" is not one. Did you mean "width"?',
      ],
      ['a negative rate', price('    - { label: A, flat: -1 }'), 'a.yaml:20:25: Expected credits of 0 or more; a price is never negative.'],
      ['a price without a ceiling', price('    - { label: A, flat: 1 }', '  minimum: 1'), 'a.yaml:19:3: Expected the key "maximum", which is missing.'],
      ['an expression that is none', price('    - label: A\n      per: { quantity: "input.width *", rate: 1, unit: pixel }'), 'a.yaml:21:24: The expression is not valid CEL: '],
      ['an expression about no field', price('    - label: A\n      per: { quantity: input.widht, rate: 1, unit: pixel }'), 'a.yaml:21:24: The input has no field widht; it has width.'],
      [
        'an expression that would take all day',
        price(
          '    - label: A\n      per: { quantity: "[1,2,3,4,5,6,7,8,9].map(a, [1,2,3].map(b, [1,2,3].map(c, [1,2,3].map(d, a))))", rate: 1, unit: pixel }',
        ),
        'a.yaml:21:24: map() may not stand inside another list expression',
      ],
      [
        'a price that an allowed input does not have',
        price('    - label: A\n      per: { quantity: "1 / (input.width - 1)", rate: 1, unit: pixel }'),
        'a.yaml:21:24: With width = 1: a number was divided by zero.',
      ],
      [
        'a charge that is none',
        { price: `charges: { timeout: always }\nprice:\n  lines: []\n  maximum: 1` },
        'a.yaml:18:21: Expected settled (by actual usage, at most the quote), quoted (the full quote) or nothing.',
      ],
    ],
  )('%s', async (_what, changes, expected) => {
    await writeCatalogue(folder, { 'a.yaml': entryText('a', changes) });
    expect(mistakes()).toEqual([expect.stringContaining(expected)]);
  });
});

describe('mistakes in files', () => {
  const aliases = Array.from({ length: 12 }, (_, level) => {
    return `l${level + 1}: &l${level + 1} [${Array(9).fill(`*l${level}`).join(', ')}]`;
  });
  test.each(
    // biome-ignore format: a table
    [
      ['YAML that cannot be read', 'slug: a\nname: "open', /^a\.yaml:2:\d+: Expected readable YAML: /],
      ['a key that stands twice', `${entryText('a')}name: Again\n`, /^a\.yaml:22:1: .*Map keys must be unique/],
      ['a second document', `${entryText('a')}---\n${entryText('b')}`, /^a\.yaml:22:1: .*multiple documents/],
      ['aliases that would grow without end', `l0: &l0 [x]\n${aliases.join('\n')}\n`, /^a\.yaml:1:1: Expected readable YAML: Excessive alias count indicates/],
      ['an example that its field does not take', `${entryText('a')}fields:\n  examples:\n    width: 1000\n`, /^a\.yaml:24:12: Expected an example that is valid for the field: /],
    ],
  )('%s', async (_what, text, expected) => {
    await writeCatalogue(folder, { 'a.yaml': text });
    expect(mistakes()).toEqual([expect.stringMatching(expected)]);
  });

  test('a text with U+0000, which one engine cannot store, but no value of an operation', async () => {
    const expected = 'Expected a text without the character U+0000, which cannot be stored.';
    await writeCatalogue(folder, { 'a.yaml': entryText('a', { name: 'name: "a\\0b"' }) });
    expect(mistakes()).toEqual([`a.yaml:2:7: ${expected}`]);
    const entry = entryText('a', { doc: 'doc: { file: a.md }' });
    await writeCatalogue(folder, { 'a.yaml': entry, 'a.md': 'a\0b' });
    expect(mistakes()).toEqual([`a.yaml:9:14: a.md: ${expected}`]);
    const value = entryText('a').replace('operation:', 'operation:\n  summary: "a\\0b"');
    await writeCatalogue(folder, { 'a.yaml': value });
    expect(mistakes()).toEqual([]);
  });

  test('a slug that another entry has, an empty file, a file that is too large', async () => {
    await writeCatalogue(folder, {
      'a.yaml': entryText('same'),
      'b.yaml': entryText('same'),
      'c.yaml': '',
      'd.yaml': `slug: d\ndoc: ${'x'.repeat(1_100_000)}\n`,
    });
    expect(mistakes().sort()).toEqual([
      'b.yaml:1:7: Expected a unique slug; a.yaml has "same", too.',
      'c.yaml:1:1: Expected object; found null.',
      'd.yaml:1:1: Expected a file of at most 1 MiB; it has 1.0 MiB.',
    ]);
  });

  test.each([
    ['synonyms: photo', 'Expected a list of groups, each a list of words and phrases.'],
    ['synonyms:\n  - [Photo, photo]', 'Expected at least two phrases that differ in more than their case.'],
    ['synonym: []', 'Expected no key "synonym". Did you mean "synonyms"?'],
  ])('a mistake in tags.yaml alone, not the tags of entries: %s', async (lines, expected) => {
    await writeCatalogue(folder, { 'tags.yaml': `${tagsText}${lines}\n`, 'a.yaml': entryText('a') });
    expect(mistakes()).toEqual([expect.stringContaining(expected)]);
  });

  test('tags that stand twice, or have keys that tags do not have', async () => {
    const tags = 'types:\n  - { slug: images, name: A }\n  - { slug: images, name: B, colour: red }\n';
    await writeCatalogue(folder, { 'tags.yaml': tags });
    expect(mistakes()[0]).toBe(
      'tags.yaml:3:30: Expected no key "colour". Known keys are slug, name, icon, url, description, position.',
    );
    await writeCatalogue(folder, { 'tags.yaml': tags.replace(', colour: red', '') });
    expect(mistakes()).toEqual([
      'tags.yaml:3:13: Expected each of the types once; "images" is listed twice.',
    ]);
  });

  test('a folder that is not there', () => {
    const reading = readCatalogue(join(folder, 'absent'));
    expect(reading).toMatchObject({
      mistakes: [{ expected: 'Expected a folder with catalogue files; this folder does not exist.' }],
    });
  });

  test('every mistake of every file is found at once', async () => {
    await writeCatalogue(folder, {
      'a.yaml': entryText('a', { status: 'status: on', type: 'type: 7' }),
      'deep/b.yaml': entryText('b', { type: 'type: absent' }),
    });
    expect(mistakes().map((mistake) => mistake.split(' ')[0])).toEqual([
      'a.yaml:3:9:',
      'a.yaml:4:7:',
      'deep/b.yaml:4:7:',
    ]);
  });
});

test('an OpenAPI document among the entries is no entry, and its operations can be referred to', async () => {
  const document = `openapi: 3.1.0
info: { title: A, version: '1' }
servers: [{ url: 'https://api.example.com' }]
paths:
  /a:
    get:
      operationId: getA
      parameters: [{ name: width, in: query, required: true, schema: { type: integer, maximum: 9 } }]
      responses: { '200': { description: Done } }
`;
  const refer = (id: string) =>
    entryText('a', { operation: `operation: { document: documents/a.yaml, id: ${id} }` });
  await writeCatalogue(folder, { 'documents/a.yaml': document, 'a.yaml': refer('getA') });
  const reading = readCatalogue(folder);
  expect(reading).toMatchObject({ ok: true, catalogue: { products: [{ row: { slug: 'a', priceTo: 9 } }] } });
  await writeCatalogue(folder, { 'a.yaml': refer('getB') });
  expect(mistakes()).toEqual([
    'a.yaml:12:46: Expected an operation of documents/a.yaml; it has none with the id "getB". Did you mean "getA"?',
  ]);
});
