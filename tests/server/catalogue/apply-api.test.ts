import { rename, rm, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { appliedFolders } from './applied-folders.ts';
import { entryText, tagsText, writeCatalogue } from './catalogue-folder.ts';

const { at, apply, query } = appliedFolders();

const operations = () =>
  query(
    'SELECT p.slug, a.slug AS api, o.groupIndex FROM ApiOperation o JOIN Api a ON a.key = o.apiKey JOIN Product p ON p.key = o.productKey ORDER BY o.position',
  );
const cards = () =>
  query('SELECT card FROM Api ORDER BY slug').map((row) => JSON.parse(String(Object.values(row ?? {})[0])));

const apiText = (slug: string, changes: Record<string, unknown> = {}) =>
  JSON.stringify({
    api: {
      slug,
      name: 'Picture API',
      version: '2.1',
      provider: 'sharp',
      url: 'https://pictures.example/docs',
      doc: 'Makes **pictures** smaller.',
      groups: [
        { name: 'Sizes', operations: ['b', 'a'] },
        { name: 'Shapes', description: 'Round ones.', operations: ['c'] },
      ],
      ...changes,
    },
  });

const four = {
  'a.yaml': entryText('a'),
  'b.yaml': entryText('b'),
  'c.yaml': entryText('c'),
  'd.yaml': entryText('d'),
};

test('an API stands above its operations, in the order of its file', async () => {
  await writeCatalogue(at('mine'), { ...four, 'api.yaml': apiText('pictures') });
  expect(await apply('mine')).toContain('APIs\n  pictures  new, 3 operations in 2 groups\n');
  expect(operations()).toEqual([
    { slug: 'b', api: 'pictures', groupIndex: 0 },
    { slug: 'a', api: 'pictures', groupIndex: 0 },
    { slug: 'c', api: 'pictures', groupIndex: 1 },
  ]);
  expect(cards()).toEqual([
    {
      id: expect.stringMatching(/^api_[a-z2-7]{16}$/),
      slug: 'pictures',
      name: 'Picture API',
      version: '2.1',
      summary: 'Makes pictures smaller.',
      provider: { id: 'tag_2_sharp', slug: 'sharp', name: 'sharp', url: 'https://sharp.pixelplumbing.com' },
      operations: 3,
      groups: 2,
      price: { from: 1, to: 50 },
    },
  ]);
  expect(await apply('mine')).toBe('0 new, 0 changed, 4 unchanged.\nNothing to do.\n');
});

test('an API counts the operations that are online, and follows what they cost and who provides them', async () => {
  await writeCatalogue(at('mine'), {
    ...four,
    'c.yaml': entryText('c', { status: 'status: offline' }),
    'api.yaml': apiText('pictures'),
  });
  await apply('mine');
  expect(cards()).toMatchObject([{ operations: 2, groups: 1, price: { from: 1, to: 50 } }]);
  await writeFile(
    at('mine/a.yaml'),
    entryText('a', { price: 'price: { lines: [{ label: A call, flat: 90 }], maximum: 90 }' }),
  );
  await writeFile(at('mine/tags.yaml'), tagsText.replace('name: sharp', 'name: Sharp & Co'));
  await apply('mine');
  expect(cards()).toMatchObject([{ price: { from: 1, to: 90 }, provider: { name: 'Sharp & Co' } }]);
});

test('an apply says how an API changes, and another order moves its operations', async () => {
  await writeCatalogue(at('mine'), { ...four, 'api.yaml': apiText('pictures') });
  await apply('mine');
  await writeFile(
    at('mine/api.yaml'),
    apiText('pictures', { version: '2.2', groups: [{ operations: ['c', 'd', 'b', 'absent'] }] }),
  );
  const said = await apply('mine');
  expect(said).toContain(
    'APIs\n  pictures  version, groups, operations; 1 operation without a file\n  1 product no longer in an API\n\n0 new, 0 changed, 4 unchanged.\nDone.',
  );
  expect(operations()).toMatchObject([{ slug: 'c' }, { slug: 'd' }, { slug: 'b' }]);
  expect(cards()).toMatchObject([{ version: '2.2', operations: 3, groups: 1 }]);
});

test('an API that is named anew keeps its operations, and one that is dropped leaves them by themselves', async () => {
  await writeCatalogue(at('mine'), { ...four, 'api.yaml': apiText('pictures') });
  await apply('mine');
  await writeFile(at('mine/api.yaml'), apiText('photos'));
  expect(await apply('mine')).toContain(
    'APIs\n  photos  new, 3 operations in 2 groups\n  pictures  removed; its products stay\n',
  );
  expect(operations()).toMatchObject([{ api: 'photos' }, { api: 'photos' }, { api: 'photos' }]);
  await rm(at('mine/api.yaml'));
  expect(await apply('mine', { dryRun: true })).toContain('photos  removed; its products stay');
  expect(operations()).toHaveLength(3);
  await apply('mine');
  expect([operations(), cards()]).toEqual([[], []]);
  expect(query('SELECT slug FROM Product WHERE status = 1')).toHaveLength(4);
  expect(query("SELECT rowid FROM api_search WHERE api_search MATCH 'picture'")).toEqual([]);
});

test('products stay in their API when they are applied without its file, as long as that is there', async () => {
  await writeCatalogue(at('mine/sub'), { 'a.yaml': entryText('a') });
  await writeFile(at('mine/api.yaml'), apiText('pictures'));
  await apply('mine');
  expect(await apply('mine/sub')).toContain('Nothing to do.');
  expect(operations()).toMatchObject([{ slug: 'a', api: 'pictures' }]);
  await rm(at('mine/api.yaml'));
  expect(await apply('mine/sub')).toContain('pictures  removed; its products stay');
  expect(operations()).toEqual([]);
});

test('a file does not take over the API of another one, and a folder may be moved with its own', async () => {
  await writeCatalogue(at('mine'), { 'a.yaml': entryText('a'), 'api.yaml': apiText('pictures') });
  await writeCatalogue(at('other'), {
    'd.yaml': entryText('d'),
    'api.yaml': apiText('pictures', { name: 'Taken' }),
  });
  await apply('mine');
  await expect(apply('other')).rejects.toThrow(
    /other\/api\.yaml: the API "pictures" belongs to .*\/mine\/api\.yaml\.\nNothing was published: one API belongs to another file\./,
  );
  expect(cards()).toMatchObject([{ name: 'Picture API' }]);
  await rename(at('mine'), at('moved'));
  expect(await apply('moved')).toContain('Nothing to do.');
  expect(query('SELECT file FROM Api')).toEqual([{ file: at('moved/api.yaml') }]);
  await apply('other', { takeOver: true });
  expect(cards()).toMatchObject([{ name: 'Taken' }]);
});

test.each(
  // biome-ignore format: a table
  [
    ['two APIs of one slug', { 'two.yaml': apiText('pictures', { groups: [{ operations: [] }] }) }, 'Expected a unique slug'],
    ['one operation in two APIs', { 'two.yaml': apiText('photos', { groups: [{ operations: ['a'] }] }) }, 'Expected operations that belong only to this API'],
    ['one operation twice', { 'api.yaml': apiText('pictures', { groups: [{ operations: ['a', 'a'] }] }) }, '"a" is listed twice'],
    ['a provider that is no tag', { 'api.yaml': apiText('pictures', { provider: 'sharpe' }) }, 'Did you mean "sharp"?'],
    ['a version that is a number', { 'api.yaml': apiText('pictures', { version: 2 }) }, 'Expected a version as text.'],
  ],
)('%s is refused', async (_what, files, message) => {
  await writeCatalogue(at('mine'), {
    'a.yaml': entryText('a'),
    'api.yaml': apiText('pictures'),
    ...files,
  });
  await expect(apply('mine')).rejects.toThrow(message);
});
