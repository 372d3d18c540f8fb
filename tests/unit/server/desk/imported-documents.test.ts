import { describe, expect, it } from 'vitest';
import { importDocument } from '../../../../lib/import/import-document.ts';
import { isJsonObject } from '../../../../lib/json/json.ts';
import { type EntryToRead, readConsoleEntries } from '../../../../server/desk/read-console-entries.ts';
import { ReadDocument, readPart } from '../../../../server/desk/read-document.ts';

const get = (more: object = {}) => ({ get: { responses: {}, ...more } });

function read(paths: object, more: object = {}, url?: string) {
  const document = { openapi: '3.1.0', info: { title: 'Boats', version: '1' }, paths, ...more };
  const result = importDocument(JSON.stringify(document), url === undefined ? {} : { url });
  if (!result.ok) throw new Error(result.reason);
  return new ReadDocument(result);
}

const servers = (list: object[]) => ({ servers: list });

describe('a document', () => {
  it('has its operations in the order of its groups, and what cannot be sold at the end', () => {
    const document = read(
      {
        '/c': get({ tags: ['Second'] }),
        [`/${'x'.repeat(4_001)}`]: get({ tags: ['First'] }),
        '/a': get({ tags: ['First'] }),
        '/b': get({ tags: ['Second'] }),
      },
      { tags: [{ name: 'First', description: 'One.' }, { name: 'Second' }] },
    );
    const { operations } = document.part(0);
    expect(operations.map(({ path, group, position }) => [path.slice(0, 2), group, position])).toEqual([
      ['/a', 0, 0],
      ['/c', 1, 1],
      ['/b', 1, 2],
      ['/x', 2, 3],
    ]);
    expect(
      operations.map(({ problem }) => problem?.includes('its path has 4002 characters') ?? false),
    ).toEqual([false, false, false, true]);
    expect(document.facts.groups.map(({ name }) => name)).toEqual(['First', 'Second', 'Cannot be sold']);
    expect(document.facts).toMatchObject({ operations: 4, imported: 3, parts: 1 });
  });

  it('has texts that every database stores', () => {
    const [row] = read({ '/a\u0000b': get() }).part(0).operations;
    expect(row?.path).toBe('/a\uFFFDb');
  });

  it('keeps the drafts of its operations, compressed, but of those that cannot be sold', () => {
    const big = { description: 'x'.repeat(1_100_000) };
    const part = read({ '/a': get(), '/b': get(big) }).part(0);
    const [first, second] = readPart(part.content);
    expect(first?.entry).toMatchObject({ slug: 'boats-get-a', operation: { path: '/a' } });
    expect(second?.entry).toBeNull();
    expect(part.operations[1]?.problem).toContain('an entry has at most 1 MiB');
  });

  it.each([
    ['/v2', 'https://api.example.com/docs/openapi.json', 'https://api.example.com/v2'],
    ['v2/', 'https://api.example.com/docs/openapi.json', 'https://api.example.com/docs/v2/'],
    ['/', 'https://api.example.com/openapi.json', 'https://api.example.com'],
    ['/{stage}', 'https://api.example.com/openapi.json', 'https://api.example.com/{stage}'],
    ['https://other.example', 'https://api.example.com/openapi.json', 'https://other.example'],
    ['/v2', undefined, 'https://upstream.invalid/v2'],
  ])('with the server %s at %s is called at %s', (url, at, called) => {
    const variables = { stage: { default: 'live' } };
    expect(read({ '/a': get() }, servers([{ url, variables }]), at).facts.servers).toEqual([called]);
  });

  it('of Swagger without a host is called where it is', () => {
    const swagger = { openapi: undefined, swagger: '2.0', basePath: '/v1' };
    const at = 'https://api.example.com/swagger.json';
    expect(read({ '/a': get() }, swagger, at).facts.servers).toEqual(['https://api.example.com/v1']);
  });
});

describe('an entry of the console', () => {
  const tags = [['boats'], ['boats'], [], []];
  const [drafted] = readPart(read({ '/a': get() }, servers([{ url: 'https://x.example' }])).part(0).content);
  const entry = drafted?.entry ?? {};
  const wish: EntryToRead = { entry, slug: 'mended', name: 'Mended', price: 5, before: null };

  const readOne = (more: Partial<EntryToRead>, server: Record<string, string> = {}) => {
    const [read] = readConsoleEntries({ entries: [{ ...wish, ...more }], tags, servers: server });
    if (!read) throw new Error('Nothing was read.');
    return read;
  };

  it('has the name, slug, price and server that were chosen, belongs to the console, and keeps its status', () => {
    const read = readOne({}, { 'https://x.example': 'https://y.example' });
    if (!read.ok) throw new Error(read.mistakes.join());
    const { row } = read.product;
    expect(row).toMatchObject({ slug: 'mended', name: 'Mended', status: null, priceFrom: 5, priceTo: 5 });
    expect(row.owner).toEqual({ file: 'console', source: entry['source'] });
    expect(JSON.parse(row.template.document)).toMatchObject({ server: { url: 'https://y.example' } });
  });

  it('may be free', () => {
    const read = readOne({ price: 0 });
    expect(read.ok && [read.product.row.priceFrom, read.product.row.priceTo]).toEqual([0, 0]);
  });

  it('names no file, and has the mistakes of a file', () => {
    const files = { ...entry, doc: { file: '/etc/passwd' }, operation: { document: '/etc/passwd', id: 'x' } };
    const read = readOne({ entry: files });
    expect(read.ok ? [] : read.mistakes.join(' ')).toContain('the console has no files');
    const nul = readOne({ entry: { ...entry, doc: 'a\u0000' } });
    expect(nul.ok ? [] : nul.mistakes).toEqual([expect.stringContaining('U+0000')]);
  });

  it('of a published product keeps its price, tags and texts of fields that are still there', () => {
    const published = readOne({ price: 9 });
    if (!published.ok) throw new Error('It was refused.');
    const { row } = published.product;
    const template: unknown = JSON.parse(row.template.document);
    if (!isJsonObject(template) || !isJsonObject(template['x-farebox']))
      throw new Error('It has no template.');
    const fields = { ...template['x-farebox'], order: ['gone'], labels: { gone: 'Gone' } };
    const before = {
      ...row,
      ...{
        status: 1,
        visibility: 0,
        archivedAt: null,
        wasOnline: 1,
        approval: 0,
        terms: null,
        file: 'console',
        source: 'Boats',
        introduction: '[{"title":"Mine","text":"Own"}]',
        versionKey: 1,
        pending: null,
      },
      document: JSON.stringify({ ...template, 'x-farebox': fields }),
    };
    const next = readOne({ price: null, before });
    if (!next.ok) throw new Error(next.mistakes.join());
    expect(next.product.row).toMatchObject({ priceFrom: 9, introduction: before.introduction });
    expect(next.product.row.template.document).not.toContain('gone');
  });
});
