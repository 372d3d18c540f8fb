import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { catalogueEntry, tagFile } from '../../../lib/product/catalogue-entry.ts';
import { operationSchema } from '../../../lib/operation/operation.ts';
import { runFarebox } from '../../setup/run-farebox.ts';
import { document3 } from '../lib/import/cases/documents.ts';

const folder = mkdtempSync(join(tmpdir(), 'farebox-import-'));
afterAll(() => rmSync(folder, { recursive: true }));
const command = fileURLToPath(new URL('../../../cli/farebox.mjs', import.meta.url));

interface Run {
  code: number | null;
  stdout: string;
  stderr: string;
}

async function farebox(...args: string[]): Promise<Run> {
  const { code, out, err } = await runFarebox(folder, ['import', ...args]);
  return { code, stdout: out, stderr: err };
}

function fareboxReading(input: string, ...args: string[]): Promise<Run> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [command, 'import', ...args],
      { maxBuffer: 1e8 },
      (_error, stdout, stderr) => resolve({ code: child.exitCode, stdout, stderr }),
    );
    child.stdin?.end(input);
  });
}

function file(name: string, content: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

const parameter = { name: 'id', in: 'path', required: true, schema: { type: 'integer', example: 7 } };
const things = document3(
  {
    operationId: 'tags',
    summary: 'Find a thing',
    tags: ['Things & more'],
    parameters: [parameter],
    responses: {
      '200': { description: 'x', content: { 'application/json': { schema: { type: 'string' } } } },
    },
  },
  {},
  '3.1.0',
  'get',
  '/things/{id}',
);

test('--json prints one report', async () => {
  const { code, stdout } = await farebox(file('things.json', things), '--json');
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual({
    document: {
      title: 'Things',
      version: '1',
      openapi: '3.1.0',
      file: 'things.json',
      losses: [],
      fidelity: {
        descriptions: { given: 1, kept: 1 },
        examples: { given: 1, kept: 1 },
        enumMeanings: { given: 0, kept: 0 },
        defaults: { given: 0, kept: 0 },
        deprecations: { given: 0, kept: 0 },
      },
    },
    operations: [
      {
        id: 'tags',
        method: 'get',
        path: '/things/{id}',
        imported: true,
        losses: [],
        example: { id: 7 },
        request: { method: 'GET', url: 'https://things.example/v1/things/7', headers: {}, body: null },
      },
    ],
  });
});

test('--out writes drafts that the catalogue reads, and never over other files', async () => {
  const path = file('things2.json', things);
  const out = join(folder, 'drafts');
  const first = await farebox(path, '--out', out);
  expect(first).toMatchObject({ code: 0, stderr: '' });
  expect(first.stdout).toContain('1 of 1 operations imported');
  expect(readdirSync(out).sort()).toEqual(['api.yaml', 'tags-operation.yaml', 'tags.yaml']);
  const entry = catalogueEntry.parse(parse(readFileSync(join(out, 'tags-operation.yaml'), 'utf8')));
  expect(entry).toMatchObject({
    slug: 'things-tags',
    name: 'Find a thing',
    source: 'Things (things.example)',
    status: 'offline',
    type: 'things',
    provider: 'things',
  });
  expect(operationSchema.parse(entry.operation)).toMatchObject({ path: '/things/{id}' });
  expect(tagFile.parse(parse(readFileSync(join(out, 'tags.yaml'), 'utf8'))).types).toEqual([
    { slug: 'things', name: 'Things' },
  ]);
  expect(await farebox(path, '--out', out)).toMatchObject({ code: 0 });
  writeFileSync(join(out, 'tags.yaml'), 'mine');
  const again = await farebox(path, '--out', out);
  expect(again.code).toBe(2);
  expect(again.stderr).toMatch(/tags\.yaml would be overwritten, so nothing was written\..*\n$/);
  expect(readFileSync(join(out, 'tags.yaml'), 'utf8')).toBe('mine');
});

test('--update writes over drafts of the same document, and keeps what the operator decided', async () => {
  const path = file('things3.json', things);
  const out = join(folder, 'updated');
  await farebox(path, '--out', out);
  const draft = join(out, 'tags-operation.yaml');
  const priced = readFileSync(draft, 'utf8')
    .replace('status: offline', 'status: online')
    .replace('flat: 1', 'flat: 7')
    .replace('slug: things-tags', 'slug: find');
  writeFileSync(draft, priced);
  const api = join(out, 'api.yaml');
  writeFileSync(api, readFileSync(api, 'utf8').replace('name: Things\n', 'name: My API\n'));
  const tags = readFileSync(join(out, 'tags.yaml'), 'utf8').replace('name: Things\n', 'name: My things\n');
  writeFileSync(join(out, 'tags.yaml'), `${tags}synonyms:\n  - [thing, object]\n`);
  const next = file('things3.json', JSON.stringify(things).replace('Find a thing', 'Look a thing up'));
  expect(await farebox(next, '--out', out)).toMatchObject({ code: 2 });
  expect(await farebox(next, '--out', out, '--update')).toMatchObject({ code: 0, stderr: '' });
  expect(parse(readFileSync(draft, 'utf8'))).toMatchObject({
    name: 'Look a thing up',
    status: 'online',
    price: { lines: [{ flat: 7 }] },
  });
  expect(parse(readFileSync(join(out, 'tags.yaml'), 'utf8'))).toMatchObject({
    types: [{ slug: 'things', name: 'My things' }],
    synonyms: [['thing', 'object']],
  });
  expect(parse(readFileSync(api, 'utf8'))).toMatchObject({
    api: { slug: 'things', name: 'My API', version: '1', groups: [{ operations: ['find'] }] },
  });
  const other = file('others.json', { ...things, servers: [{ url: 'https://others.example' }] });
  expect(await farebox(other, '--out', out, '--update')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('is not a draft of this document; nothing was written'),
  });
});

test('--update keeps the words, the server and the open status of an operator, and lists what it changes', async () => {
  const { servers: _none, ...unhosted } = things;
  const path = file('things6.json', unhosted);
  const out = join(folder, 'words');
  await farebox(path, '--out', out);
  const draft = join(out, 'tags-operation.yaml');
  const { status: _offline, ...entry } = catalogueEntry.parse(parse(readFileSync(draft, 'utf8')));
  const written = {
    ...entry,
    introduction: [{ title: 'Mine', text: 'My words.' }],
    doc: { file: 'things.md' },
    operation: {
      ...entry.operation,
      server: { url: 'https://mine.example/v1' },
      'x-farebox': { secrets: [{ name: 'THINGS', scheme: { type: 'http', scheme: 'bearer' } }] },
    },
  };
  writeFileSync(draft, stringify(written));
  const text = JSON.stringify(unhosted).replace('Find a thing', 'Look a thing up');
  const next = file('things6.json', text.replace('"example":7', '"example":8'));
  const { code, stdout } = await farebox(next, '--out', out, '--update');
  expect(code).toBe(0);
  expect(stdout).toContain(
    'Updated from the document:\n    tags-operation.yaml: name, operation.summary, operation.parameters, operation.x-farebox.examples\n',
  );
  expect(stdout).toContain(
    'document differs:\n    tags-operation.yaml: introduction, doc, operation.server, operation.x-farebox.secrets\n',
  );
  const { name, operation, ...kept } = parse(readFileSync(draft, 'utf8'));
  expect(kept).toEqual(JSON.parse(JSON.stringify({ ...written, name: undefined, operation: undefined })));
  expect({ name, operation }).toMatchObject({
    name: 'Look a thing up',
    operation: { server: written.operation.server, 'x-farebox': written.operation['x-farebox'] },
  });
  expect((await farebox(next, '--out', out, '--update')).stdout).not.toContain('Changed');
});

/** A document whose operations have these ids, by their paths. */
function pets(ids: Record<string, string>) {
  const paths = Object.entries(ids).map(([path, operationId]) => [path, { get: { operationId } }]);
  return { ...things, info: { title: 'Pets API', version: '1' }, paths: Object.fromEntries(paths) };
}

test('--update finds the draft of an operation by its method and path, whatever it is called now', async () => {
  const out = join(folder, 'pets');
  const entriesByPath = (): Record<string, { file: string; slug: string; price: object }> => {
    const drafts = readdirSync(out).filter((name) => !['api.yaml', 'tags.yaml'].includes(name));
    const entries = drafts.map((name) => ({ file: name, ...parse(readFileSync(join(out, name), 'utf8')) }));
    return Object.fromEntries(entries.map((entry) => [entry.operation.path, entry]));
  };
  const path = file('pets.json', pets({ '/all': 'pets-list', '/old': 'move' }));
  await farebox(path, '--out', out);
  const draft = join(out, 'pets-list.yaml');
  writeFileSync(draft, readFileSync(draft, 'utf8').replace('flat: 1', 'flat: 7'));

  // Both "list" and "pets-list" would have the slug pets-list; "/new" is "/old" at another address.
  file('pets.json', pets({ '/some': 'list', '/all': 'pets-list', '/new': 'move' }));
  expect(await farebox(path, '--out', out, '--update')).toMatchObject({ code: 0, stderr: '' });
  const before = entriesByPath();
  expect(before).toMatchObject({
    '/all': { file: 'pets-list.yaml', slug: 'pets-list', price: { lines: [{ flat: 7 }] } },
    '/some': { file: 'list.yaml', slug: expect.stringMatching(/^pets-list-[0-9a-f]{6}$/) },
    '/new': { file: 'move.yaml', slug: 'pets-move' },
  });

  // The ids change places.
  file('pets.json', pets({ '/some': 'pets-list', '/all': 'list', '/new': 'move', '/late': 'move' }));
  expect(await farebox(path, '--out', out, '--update')).toMatchObject({ code: 0, stderr: '' });
  const after = entriesByPath();
  for (const address of ['/all', '/some', '/new'])
    expect(after[address]).toMatchObject({
      file: before[address]?.file,
      slug: before[address]?.slug,
      price: before[address]?.price,
    });
  const slugs = Object.values(after).map(({ slug }) => slug);
  expect(new Set(slugs).size).toBe(4);
  const { api } = parse(readFileSync(join(out, 'api.yaml'), 'utf8'));
  expect(api.groups.flatMap(({ operations }: { operations: string[] }) => operations).toSorted()).toEqual(
    slugs.toSorted(),
  );
});

const address = 'https://things.example/openapi.json';
const given = file('things4.json', things);

test.each([
  ['Expected a complete http or https address after --url', [given, '--url', 'docs.example']],
  ['Expected a name of letters and digits after --as', [given, '--as', '???']],
  ['Expected --out FOLDER beside --update', [given, '--update']],
  ['cannot be read', [join(folder, 'nowhere.yaml')]],
  [
    'letter.txt is not an OpenAPI document that can be imported: ',
    [file('letter.txt', 'Dear reader,'), '--json'],
  ],
  ['Expected farebox import FILE', []],
  [`curl -fsSL '${address}' | npm run farebox -- import -`, [address, '--out', join(folder, 'fetched')]],
  ['Could not write the drafts to /proc/nowhere/drafts', [given, '--out', '/proc/nowhere/drafts']],
])('what makes no sense is refused with a sentence: %s', async (words, args) => {
  expect(await farebox(...args)).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining(words),
  });
});

test('- is standard input', async () => {
  const { code, stdout } = await fareboxReading(JSON.stringify(things), '-', '--json');
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ document: { file: '-' }, operations: [{ id: 'tags' }] });
  expect(await fareboxReading('{"openapi": "3.0.0", "paths": {', '-')).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(/^Standard input is not an OpenAPI document .* ends too early, .*\.\n$/),
  });
});

test('a document with U+0000 in its texts is refused, because its drafts could never be published', async () => {
  const out = join(folder, 'with-nul');
  const info = { title: 'Things', version: '1', description: 'a\0b' };
  const { code, stderr } = await farebox(file('nul.json', { ...things, info }), '--out', out);
  expect([code, stderr]).toEqual([
    2,
    expect.stringMatching(
      /^api\.yaml:\d+:\d+: Expected a text without the character U\+0000.* Nothing was written/,
    ),
  ]);
  expect(readdirSync(folder)).not.toContain('with-nul');
});
