import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type EgressAllow, parseEgressAllow } from '../../../server/gateway/egress-allow.ts';
import { commandsOn } from '../../setup/run-farebox.ts';
import { appliedFolders } from './applied-folders.ts';
import { entryText, tagsText } from './catalogue-folder.ts';

const { at, portal, query, apply } = appliedFolders();
const { done, refusal } = commandsOn(() => at('data'));
afterEach(() => void vi.unstubAllEnvs());

function localAllowed(): EgressAllow {
  const allowed = parseEgressAllow('127.0.0.1');
  if (typeof allowed === 'string') throw new Error(allowed);
  return allowed;
}

/** All that people and callers can tell of the products, without who owns them. */
const published = () => [
  ...query(
    `SELECT p.slug, p.name, p.status, p.card, p.introduction, p.doc, p.source, v.hash, v.document
       FROM Product p JOIN TemplateVersion v ON v.key = p.versionKey ORDER BY p.slug`,
  ),
  ...query('SELECT slug, name, version, url, summary, doc, groups, source, card FROM Api ORDER BY slug'),
  ...query('SELECT kind, slug, name, icon, url, description FROM Tag ORDER BY kind, slug'),
  ...query('SELECT phrases FROM SynonymGroup ORDER BY phrases'),
];

async function filesOf(folder: string): Promise<Record<string, string>> {
  const names = await readdir(at(folder), { recursive: true });
  const files = names.filter((name) => name.endsWith('.yaml')).sort();
  return Object.fromEntries(
    await Promise.all(files.map(async (name) => [name, await readFile(at(folder, name), 'utf8')] as const)),
  );
}

describe('farebox export', () => {
  test.each([
    ['the catalogue of the project', '../../../catalogue'],
    ['every kind of price and field', '../../fixtures/catalogue'],
  ])('writes %s as files that apply takes back unchanged', async (_what, source) => {
    portal().settings = { ...portal().settings, egressAllow: localAllowed() };
    await cp(join(import.meta.dirname, source), at('catalogue'), { recursive: true });
    await apply('catalogue', { force: true });
    const before = published();
    expect(await done('export', at('exported'))).toContain(`are in ${at('exported')}.`);
    const applied = await apply('exported', { takeOver: true, force: true });
    expect(applied).toMatch(/0 new, 0 changed, [1-9]\d* unchanged\.\nNothing to do\.\n$/);
    portal().emptyCatalogue();
    await apply('exported', { force: true });
    expect(published()).toEqual(before);
    await done('export', at('again'));
    expect(await filesOf('again')).toEqual(await filesOf('exported'));
  });

  test('writes the API of a document with its groups beside its products', async () => {
    const document = {
      openapi: '3.1.0',
      info: { title: 'Shop', version: '2', description: 'Sells *things*.' },
      servers: [{ url: 'https://shop.example/v2' }],
      security: [{ key: [] }],
      tags: [{ name: 'Orders', description: 'What was bought.' }, { name: 'Stock' }],
      paths: {
        '/orders': {
          get: { operationId: 'tags', tags: ['Orders'], responses: { 200: { description: 'All.' } } },
          post: {
            operationId: 'create',
            tags: ['Orders'],
            requestBody: {
              content: { 'application/json': { schema: { $ref: '#/components/schemas/Order' } } },
            },
            responses: { 201: { description: 'Made.' } },
          },
        },
        '/stock': {
          get: { operationId: 'stock', tags: ['Stock'], responses: { 200: { description: 'All.' } } },
        },
      },
      components: {
        securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } },
        schemas: {
          Order: {
            type: 'object',
            properties: { next: { $ref: '#/components/schemas/Order' }, 200: { const: '007' } },
          },
        },
      },
    };
    await writeFile(at('shop.json'), JSON.stringify(document));
    await done('import', at('shop.json'), '--out', at('drafts'));
    await apply('drafts');
    const before = published();
    await done('export', at('exported'));
    const files = Object.keys(await filesOf('exported'));
    expect(files).toEqual([
      'shop/api.yaml',
      ...files.filter((name) => /^shop\/shop-/.test(name)),
      'tags.yaml',
    ]);
    expect(files).toHaveLength(5);
    expect(await apply('exported', { takeOver: true })).toContain('0 new, 0 changed, 3 unchanged.');
    portal().emptyCatalogue();
    await apply('exported');
    expect(published()).toEqual(before);
  });

  test('keeps what is there, and writes chosen products alone', async () => {
    await mkdir(at('catalogue'));
    await writeFile(at('catalogue', 'tags.yaml'), tagsText);
    for (const slug of ['a', 'b']) await writeFile(at('catalogue', `${slug}.yaml`), entryText(slug));
    await apply('catalogue');
    expect(await refusal('export', at('catalogue'))).toContain('is not empty, so nothing was written.');
    expect(await refusal('export', at('new'), '--product', 'c')).toContain('There is no product "c".');
    await done('export', at('new'), '--product', 'b');
    expect(Object.keys(await filesOf('new'))).toEqual(['b.yaml', 'tags.yaml']);
  });

  test('says who sees a product, and a file that says nothing leaves it so', async () => {
    await mkdir(at('catalogue'));
    await writeFile(at('catalogue', 'tags.yaml'), tagsText);
    const file = at('catalogue', 'a.yaml');
    await writeFile(file, entryText('a', { visibility: 'visibility: accounts' }));
    await apply('catalogue');
    await done('export', at('exported'));
    expect((await filesOf('exported'))['a.yaml']).toContain('visibility: accounts\n');
    await writeFile(file, entryText('a'));
    expect(await apply('catalogue')).toContain('0 new, 0 changed, 1 unchanged.');
    await writeFile(file, entryText('a', { visibility: 'visibility: public' }));
    expect(await apply('catalogue')).toContain('visibility (accounts → public)');
    expect(query('SELECT visibility FROM Product')).toEqual([{ visibility: 0 }]);
  });

  test('names the page of its terms, which must be there, and a file that says nothing leaves it', async () => {
    await mkdir(at('catalogue'));
    await writeFile(at('catalogue', 'tags.yaml'), tagsText);
    const file = at('catalogue', 'a.yaml');
    await writeFile(file, entryText('a', { terms: 'terms: rules' }));
    await expect(apply('catalogue')).rejects.toThrow(
      'a.yaml: The terms are the page "rules", which the portal does not have.',
    );
    expect(query('SELECT slug FROM Product')).toEqual([]);
    query(`INSERT INTO PortalPage (slug, title, number, inFooter, needed, createdAt, updatedAt)
           VALUES ('rules', 'Rules', 1, 0, 1, 0, 0)`);
    expect(await apply('catalogue')).toContain('1 new');
    await done('export', at('exported'));
    expect((await filesOf('exported'))['a.yaml']).toContain('terms: rules\n');
    expect(await apply('exported', { takeOver: true })).toContain('0 new, 0 changed, 1 unchanged.');
    await writeFile(file, entryText('a'));
    expect(await apply('catalogue', { takeOver: true })).toContain('0 new, 0 changed, 1 unchanged.');
    expect(query('SELECT * FROM ProductTerms')).toHaveLength(1);
    await writeFile(file, entryText('a', { terms: 'terms: none' }));
    expect(await apply('catalogue')).toContain('terms (rules → none)');
    expect(query('SELECT * FROM ProductTerms')).toEqual([]);
  });
});
