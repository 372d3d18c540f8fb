import { cp, rename, rm, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { applyPlan } from '../../../server/catalogue/apply.ts';
import { type Plan, planCatalogue } from '../../../server/catalogue/plan.ts';
import { readCatalogue } from '../../../server/catalogue/read-catalogue.ts';
import { openSharedStore } from '../../../server/control/connect-writer.ts';
import { draftCatalogue } from '../../../lib/import/drafts/draft-catalogue.ts';
import { importDocument } from '../../../lib/import/import-document.ts';
import type { Store } from '../../../server/store/store.ts';
import { bigDocument, twoDocuments } from '../../setup/big-document.ts';
import { appliedFolders } from './applied-folders.ts';
import { entryText, tagsText, writeCatalogue } from './catalogue-folder.ts';

const { at, apply, query, portal } = appliedFolders();

const products = () => query('SELECT slug, name, file, source FROM Product ORDER BY slug');

async function writeDrafts(folder: string, document: unknown, naming = {}): Promise<void> {
  const result = importDocument(JSON.stringify(document));
  if (!result.ok) throw new Error(result.reason);
  const files = draftCatalogue(result, naming).map(({ name, text }): [string, string] => [name, text]);
  await writeCatalogue(at(folder), Object.fromEntries(files));
}

test('a file does not take over the product of another one, and says whose it is', async () => {
  await writeCatalogue(at('mine'), { 'a.yaml': entryText('a'), 'b.yaml': entryText('b') });
  await writeCatalogue(at('other'), {
    'a.yaml': entryText('a', { name: 'name: Taken' }),
    'c.yaml': entryText('c'),
  });
  await apply('mine');
  const before = products();
  const refused =
    /other\/a\.yaml: the product "a" belongs to .*\/mine\/a\.yaml\.\nNothing was published: one product belongs to another file\./;
  await expect(apply('other')).rejects.toThrow(refused);
  await expect(apply('other', { dryRun: true })).rejects.toThrow(refused);
  expect(products()).toEqual(before);
  expect(await apply('other', { takeOver: true })).toContain('1 new, 1 changed');
  expect(products()).toMatchObject([
    { slug: 'a', name: 'Taken', file: at('other/a.yaml') },
    { slug: 'b' },
    { slug: 'c' },
  ]);
});

test('a product of the console is replaced with --take-over alone, and stays online where others are pruned', async () => {
  await writeCatalogue(at('mine'), {
    'a.yaml': entryText('a'),
    'b.yaml': entryText('b'),
  });
  await apply('mine');
  query("UPDATE Product SET file = 'console'");
  await writeCatalogue(at('other'), { 'a.yaml': entryText('a', { name: 'name: Taken' }) });
  await expect(apply('other')).rejects.toThrow('the product "a" belongs to the console.');
  expect(await apply('other', { takeOver: true, prune: true })).toContain('0 new, 1 changed');
  const status = query('SELECT slug, name, status, file FROM Product ORDER BY slug');
  expect(status).toMatchObject([
    { slug: 'a', name: 'Taken', file: at('other/a.yaml') },
    { slug: 'b', status: 1, file: 'console' },
  ]);
});

test('a product stays with its folder, wherever its file or the folder is moved', async () => {
  await writeCatalogue(at('mine'), { 'a.yaml': entryText('a') });
  await apply('mine');
  await rename(at('mine/a.yaml'), at('mine/b.yaml'));
  await writeFile(at('mine/a.yaml'), entryText('b'));
  expect(await apply('mine')).toContain('1 new, 0 changed, 1 unchanged.');
  await rename(at('mine'), at('moved'));
  expect(await apply('moved')).toBe('0 new, 0 changed, 2 unchanged.\nNothing to do.\n');
  expect(products()).toMatchObject([{ file: at('moved/b.yaml') }, { file: at('moved/a.yaml') }]);
  await cp(at('moved'), at('copy'), { recursive: true });
  await expect(apply('copy')).rejects.toThrow('2 products belong to another file');
});

test('products of before ownership was kept belong to whoever applies them next', async () => {
  await writeCatalogue(at('old'), { 'a.yaml': entryText('a') });
  await apply('old');
  query('UPDATE Product SET file = NULL, source = NULL');
  await writeCatalogue(at('new'), { 'a.yaml': entryText('a') });
  expect(await apply('new', { dryRun: true })).toContain('Nothing to do.');
  expect(products()).toMatchObject([{ file: null }]);
  expect(await apply('new')).toContain('Nothing to do.');
  expect(products()).toMatchObject([{ file: at('new/a.yaml') }]);
  await expect(apply('old')).rejects.toThrow('belongs to another file');
});

test('two documents of the same operations keep their products', async () => {
  const [acme, bolt] = twoDocuments();
  await writeDrafts('acme', acme);
  await writeDrafts('bolt', bolt);
  expect(await apply('acme')).toContain('15 new');
  expect(await apply('bolt')).toContain('15 new');
  expect(query('SELECT count(*) AS n FROM Product')).toEqual([{ n: 30 }]);
});

test('documents that nobody named keep their products, wherever their folder is moved', async () => {
  const unnamed = (description: string) => ({
    openapi: '3.0.1',
    info: { title: 'OpenAPI definition', version: 'v0' },
    servers: [{ url: 'http://localhost:8080' }],
    paths: { '/users': { get: { operationId: 'getUsers', description } } },
  });
  await writeDrafts('one', unnamed('Users of the shop.'));
  await writeDrafts('other', unnamed('Users of the bank.'));
  await apply('one');
  const before = products();
  await expect(apply('other')).rejects.toThrow(
    /other\/get-users\.yaml \(OpenAPI definition \(localhost:8080\)\): the product "[^"]+" belongs to .*\/one\/get-users\.yaml/,
  );
  expect(products()).toEqual(before);
  await rename(at('one'), at('moved'));
  expect(await apply('moved')).toContain('0 new, 0 changed, 1 unchanged.');
});

test('another operation of the same slug is refused while the file of the first is there', async () => {
  const document = (path: string) => ({
    openapi: '3.1.0',
    info: { title: 'Acme Pay API', version: '1' },
    servers: [{ url: 'https://api.acme.example' }],
    paths: { [path]: { get: { operationId: 'list' } } },
  });
  await writeDrafts('first', document('/orders'));
  await apply('first');
  await writeDrafts('next', document('/customers'));
  await expect(apply('next')).rejects.toThrow('the product "acme-pay-list" belongs to');
  await rename(at('first/list.yaml'), at('first/orders.yaml'));
  expect(await apply('first')).toContain('0 new, 0 changed, 1 unchanged.');
  await writeDrafts('first', document('/orders/all'));
  await rm(at('first/orders.yaml'));
  expect(await apply('first')).toContain('0 new, 1 changed, 0 unchanged.');
});

test('a new operation never takes over the product of another one of its document', async () => {
  const pets = (ids: Record<string, string>) => ({
    openapi: '3.1.0',
    info: { title: 'Pets API', version: '1' },
    servers: [{ url: 'https://pets.example' }],
    paths: Object.fromEntries(
      Object.entries(ids).map(([path, operationId]) => [path, { get: { operationId } }]),
    ),
  });
  const addresses = () =>
    query(
      `SELECT p.slug, json_extract(v.document, '$.path') AS path
         FROM Product p JOIN TemplateVersion v ON v.key = p.versionKey ORDER BY path, slug`,
    );
  await writeDrafts('first', pets({ '/all': 'pets-list', '/one': 'show' }));
  await apply('first');
  const first = addresses();
  expect(first).toEqual([
    { slug: 'pets-list', path: '/all' },
    { slug: 'pets-show', path: '/one' },
  ]);
  // "list" would be pets-list, too, and the second "show" comes before the first one.
  await writeDrafts('next', pets({ '/some': 'list', '/two': 'show', '/all': 'pets-list', '/one': 'show' }));
  expect(await apply('next')).toContain('4 new, 0 changed, 0 unchanged.');
  expect(addresses()).toEqual(expect.arrayContaining(first));
});

test('the next version of a document updates its products, and another document never does', async () => {
  await writeDrafts('first', bigDocument({ resources: 1 }));
  await apply('first');
  await writeDrafts('next', bigDocument({ resources: 2, version: '2027-01-01' }));
  expect(await apply('next')).toContain('5 new, 0 changed, 5 unchanged.');
  await writeDrafts('twin', bigDocument({ resources: 1, host: 'api.other.example' }));
  await expect(apply('twin')).rejects.toThrow(
    /twin\/get-customers\.yaml \(Acme Pay API \(api\.other\.example\)\): the product "acme-pay-get-customers" belongs to .*\(Acme Pay API \(api\.acme\.example\)\)\./,
  );
  await writeDrafts('beside', bigDocument({ resources: 1, host: 'api.other.example' }), {
    name: 'Other Acme',
  });
  expect(await apply('beside')).toContain('5 new, 0 changed, 0 unchanged.');
  expect(query('SELECT count(*) AS n FROM Product')).toEqual([{ n: 15 }]);
});

test('synonyms stay when another folder brings its own, and go with their folder', async () => {
  const withSynonyms = (line: string) => ({ 'tags.yaml': `${tagsText}synonyms:\n  - ${line}\n` });
  const synonyms = () => query('SELECT phrases FROM SynonymGroup ORDER BY key');
  await writeCatalogue(at('mine'), withSynonyms('[LLM, Language model]'));
  await writeCatalogue(at('other'), withSynonyms('[photo, picture]'));
  await apply('mine');
  expect(await apply('other')).toContain('Synonyms\n  photo, picture\n');
  expect(synonyms()).toEqual([{ phrases: 'llm\nlanguage model' }, { phrases: 'photo\npicture' }]);
  expect(await apply('mine')).toContain('Nothing to do.');
  await writeCatalogue(at('mine'), withSynonyms('[LLM, Large model]'));
  await apply('mine');
  expect(synonyms()).toEqual([{ phrases: 'photo\npicture' }, { phrases: 'llm\nlarge model' }]);
  await rename(at('other'), at('moved'));
  expect(await apply('moved')).toContain('Synonyms\n  photo, picture\n');
  expect(synonyms()).toEqual([{ phrases: 'llm\nlarge model' }, { phrases: 'photo\npicture' }]);
  query('UPDATE SynonymGroup SET file = NULL');
  await apply('mine');
  expect(synonyms()).toEqual([{ phrases: 'llm\nlarge model' }]);
});

describe('of two applies that are planned at the same moment', () => {
  let store: Store;
  beforeAll(async () => {
    store = await openSharedStore(portal().dataFolder);
  });
  afterAll(() => store.close());

  async function planOf(folder: string): Promise<Plan> {
    const reading = readCatalogue(at(folder));
    if (!reading.ok) throw new Error('The catalogue of the test has mistakes.');
    return planCatalogue(store.publications, reading.catalogue, false);
  }

  const entries = { 'a.yaml': entryText('a'), 'b.yaml': entryText('b') };
  beforeEach(() => writeCatalogue(at('mine'), entries));

  test('the second does not take over the products of the first', async () => {
    await writeCatalogue(at('other'), { 'a.yaml': entryText('a', { name: 'name: Taken' }) });
    const [mine, other] = [await planOf('mine'), await planOf('other')];
    await applyPlan(store.writer, mine);
    const before = products();
    await expect(applyPlan(store.writer, other)).rejects.toThrow(
      `0 of 1 product was published, then: The product "a" now belongs to ${at('mine/a.yaml')}, which was applied at the same time.`,
    );
    expect(products()).toEqual(before);
    await applyPlan(store.writer, other, { takeOver: true });
    expect(products()).toMatchObject([{ name: 'Taken', file: at('other/a.yaml') }, { slug: 'b' }]);
  });

  test('the second does not take over products that it leaves unchanged', async () => {
    await applyPlan(store.writer, await planOf('mine'));
    query('UPDATE Product SET file = NULL');
    await writeCatalogue(at('other'), entries);
    const [mine, other] = [await planOf('mine'), await planOf('other')];
    await applyPlan(store.writer, mine);
    await expect(applyPlan(store.writer, other)).rejects.toThrow('The product "a" now belongs to');
    expect(products()).toMatchObject([{ file: at('mine/a.yaml') }, { file: at('mine/b.yaml') }]);
  });

  test('the second goes through where it is of the same files', async () => {
    const [first, second] = [await planOf('mine'), await planOf('mine')];
    await applyPlan(store.writer, first);
    await applyPlan(store.writer, second);
    expect(products()).toHaveLength(2);
  });
});
