import { rm } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { applyPlan } from '../../../server/catalogue/apply.ts';
import type { PlannedProduct } from '../../../server/catalogue/plan.ts';
import { foldedText } from '../../../lib/text/names.ts';
import { productId, templateId } from '../../../server/catalogue/product-row.ts';
import { readSettings } from '../../../server/env.ts';
import { nothingAllowed } from '../../../server/gateway/egress-allow.ts';
import { takeLease } from '../../../server/store/sqlite/lease.ts';
import { commandsOn, runFarebox } from '../../setup/run-farebox.ts';
import { appliedFolders } from './applied-folders.ts';
import { entryText, tagsText, writeCatalogue } from './catalogue-folder.ts';
import { publishedProduct, publishedTags } from '../../setup/published-product.ts';

const { at, portal, query, apply: applyAt } = appliedFolders();
const folder = () => at('catalogue');
const write = (files: Record<string, string>) => writeCatalogue(folder(), files);

/** What `farebox apply` says, or the sentence with which it refuses. */
const apply = (options?: Parameters<typeof applyAt>[1]) => applyAt('catalogue', options);

const { done, farebox, refusal } = commandsOn(() => at('data'));
afterEach(() => void vi.unstubAllEnvs());

const published = () =>
  query(
    `SELECT p.slug, p.status, p.priceFrom || '-' || p.priceTo AS price, v.number AS version
       FROM Product p JOIN TemplateVersion v ON v.key = p.versionKey ORDER BY p.slug`,
  );

const cheaper = {
  price:
    'price:\n  lines:\n    - { label: Width, per: { quantity: input.width, rate: 0.5, unit: pixel } }\n  maximum: 20',
};

describe('farebox apply', () => {
  test('publishes a folder, and the second time changes nothing', async () => {
    await write({ 'a.yaml': entryText('a'), 'b.yaml': entryText('b', { status: null }) });
    expect(await apply()).toContain('New\n  a  online, 1 to 50 credits\n  b  offline, 1 to 50 credits\n');
    expect(published()).toEqual([
      { slug: 'a', status: 1, price: '1-50', version: 1 },
      { slug: 'b', status: 0, price: '1-50', version: 1 },
    ]);
    expect(await apply()).toBe('0 new, 0 changed, 2 unchanged.\nNothing to do.\n');
  });

  test('says which parts change, and sets price changes apart', async () => {
    await write({ 'a.yaml': entryText('a'), 'b.yaml': entryText('b') });
    await apply();
    await write({
      'a.yaml': entryText('a', cheaper),
      'b.yaml': entryText('b', {
        name: 'name: Another',
        status: 'status: offline',
        type: 'type: text',
        capabilities: null,
      }),
    });
    expect(await apply()).toBe(
      'Changed\n  b  name, status (online → offline), type, capabilities\n\nPrices\n  a  1 to 50 credits → 1 to 20 credits: no call costs more\n\n' +
        'Notes\n  a  With width = 100 the lines come to 50 credits; the maximum cuts them to 20.\n' +
        '  b  With width = 100 the lines come to 100 credits; the maximum cuts them to 50.\n\n' +
        '0 new, 2 changed, 0 unchanged.\nDone.\n',
    );
    expect(published()).toEqual([
      { slug: 'a', status: 1, price: '1-20', version: 2 },
      { slug: 'b', status: 0, price: '1-50', version: 1 },
    ]);
  });

  test('keeps each release of a product with its author, and none where nothing changes', async () => {
    await write({ 'a.yaml': entryText('a') });
    await apply();
    await write({ 'a.yaml': entryText('a', { name: 'name: Another', ...cheaper }) });
    await apply();
    await apply({ takeOver: true });
    await done('offline', 'a');
    await write({ 'a.yaml': entryText('a') });
    await apply();
    const releases = query(
      `SELECT r.number, v.number AS version, json_extract(r.texts, '$.name') AS name, r.file, r.authorKind
         FROM ProductRelease r JOIN TemplateVersion v ON v.key = r.versionKey ORDER BY r.number`,
    );
    const of = { file: at('catalogue', 'a.yaml'), authorKind: 'command-line' };
    expect(releases).toEqual([
      { number: 1, version: 1, name: expect.not.stringMatching('Another'), ...of },
      { number: 2, version: 2, name: 'Another', ...of },
      { number: 3, version: 1, name: expect.not.stringMatching('Another'), ...of },
    ]);
  });

  test('says what breaks programs of callers, and what a document no longer has', async () => {
    await write({ 'a.yaml': entryText('a'), 'b.yaml': entryText('b') });
    await apply();
    const operation = entryText('a')
      .replace('maximum: 100 }', 'maximum: 50 }')
      .replace(/^[^]*(?=operation:)/, '');
    await write({
      'a.yaml': entryText('a', { operation: operation.replace(/price:[^]*$/, '').trimEnd() }),
      'b.yaml': entryText('b', { status: 'status: offline\nremovedFrom: Pictures 2.0' }),
    });
    const said = await apply();
    expect(said).toContain('Breaking for callers\n  a  "width" is at most 50 (was 100)\n\n');
    expect(said).toContain('Going offline (no longer in their document)\n  b  not in Pictures 2.0\n\n');
    expect(await apply()).toBe('0 new, 0 changed, 2 unchanged.\nNothing to do.\n');
  });

  test('says once that documents say more than what is published', async () => {
    const document = `openapi: 3.1.0
info: { title: A, version: "1" }
servers: [{ url: "https://a.example" }]
paths:
  /a:
    get:
      operationId: getA
      parameters: [{ name: width, in: query, required: true, schema: { type: integer, minimum: 1, maximum: 100 } }]
      responses: { "200": { description: A }, "404": { description: B } }
`;
    await write({
      'documents/a.yaml': document,
      'a.yaml': entryText('a', { operation: 'operation: { document: documents/a.yaml, id: getA }' }),
    });
    expect(await apply()).toContain(
      '  a leaves out some of what the documents say: "farebox import DOCUMENT" lists it.\n',
    );
  });

  test('fields in another order are another form, and published', async () => {
    const width =
      '{ name: width, in: query, required: true, schema: { type: integer, minimum: 1, maximum: 100 } }';
    const tint = '{ name: tint, in: query, schema: { type: string } }';
    const writeFields = (parameters: string[]) =>
      write({
        'documents/a.yaml': `openapi: 3.1.0
info: { title: A, version: "1" }
servers: [{ url: "https://a.example" }]
paths:
  /a: { get: { operationId: getA, parameters: [${parameters.join(', ')}], responses: { "200": { description: A } } } }
`,
        'a.yaml': entryText('a', { operation: 'operation: { document: documents/a.yaml, id: getA }' }),
      });
    await writeFields([width, tint]);
    await apply();
    await writeFields([tint, width]);
    expect(await apply()).toContain('Changed\n  a  operation, fields\n');
    expect(published()).toMatchObject([{ slug: 'a', version: 2 }]);
  });

  test('leaves alone what the files do not have, unless told to prune', async () => {
    await write({ 'a.yaml': entryText('a'), 'b.yaml': entryText('b') });
    await apply();
    await rm(at('catalogue/b.yaml'));
    expect(await apply()).toBe('0 new, 0 changed, 1 unchanged.\nNothing to do.\n');
    expect(await apply({ prune: true })).toContain('Going offline (not in the files)\n  b\n');
    expect(published()).toMatchObject([
      { slug: 'a', status: 1 },
      { slug: 'b', status: 0 },
    ]);
    expect(await apply({ prune: true })).toContain('Nothing to do.');
  });

  test('with --dry-run publishes nothing', async () => {
    await write({ 'a.yaml': entryText('a') });
    expect(await apply({ dryRun: true })).toContain('New\n  a  online');
    expect(published()).toEqual([]);
  });

  test('publishes nothing where one file has a mistake', async () => {
    await write({
      'a.yaml': entryText('a'),
      'b.yaml': entryText('b', { status: 'status: on' }),
    });
    await expect(apply()).rejects.toThrow(
      /b\.yaml:3:9: Expected online or offline\.\nNothing was published: the files have 1 error\.$/,
    );
    await rm(at('catalogue/b.yaml'));
    expect(await apply()).toContain('New\n  a  online');
  });

  test('brings the search up to date for every product of a tag that was renamed', async () => {
    const files = Array.from({ length: 40 }, (_, index) => [`p${index}.yaml`, entryText(`p${index}`)]);
    await write(Object.fromEntries(files));
    await apply();
    await write({ 'tags.yaml': tagsText.replace('name: Resize', 'name: Shrinking') });
    expect(await apply()).toContain('Tags, new or changed\n  capability resize  Shrinking\n');
    const found = query("SELECT rowid FROM product_search WHERE product_search MATCH 'tags:shrink'");
    expect(found).toHaveLength(40);
  });

  test('replaces the synonyms where the files have some, and leaves them where they have none', async () => {
    const synonyms = () => query('SELECT phrases FROM SynonymGroup ORDER BY key');
    const withSynonyms = (lines: string) => ({ 'tags.yaml': `${tagsText}synonyms:\n${lines}` });
    await write({
      'a.yaml': entryText('a'),
      ...withSynonyms('  - [LLM, Language  model]\n  - [E-Mail, Message]\n'),
    });
    expect(await apply()).toContain('Synonyms\n  llm, language model\n  e mail, message\n');
    expect(synonyms()).toEqual([{ phrases: 'llm\nlanguage model' }, { phrases: 'e mail\nmessage' }]);
    expect(await apply()).toContain('Nothing to do.');
    await write({});
    expect(await apply()).toContain('Nothing to do.');
    await write(withSynonyms('  - [photo, picture]\n'));
    expect(await apply()).toContain('Synonyms\n  photo, picture\n');
    expect(synonyms()).toEqual([{ phrases: 'photo\npicture' }]);
  });

  test('leaves a data folder alone that is in use, where no portal listens', async () => {
    await write({ 'a.yaml': entryText('a') });
    const lease = takeLease(at('in-use'));
    const { code, err } = await runFarebox(at('in-use'), ['apply', folder()]);
    expect([code, err]).toEqual([2, expect.stringContaining(`is in use by process ${process.pid}.`)]);
    lease.release();
  });
});

describe('farebox online and offline', () => {
  test('change the status, for an apply that says none to keep', async () => {
    await write({ 'a.yaml': entryText('a', { status: null }) });
    await apply();
    expect(await done('online', 'a')).toBe('a is online.');
    expect(await done('online', 'a')).toBe('a was already online.');
    await apply();
    expect(published()).toMatchObject([{ slug: 'a', status: 1 }]);
  });

  test('refuse what is not there, and what nobody could call', async () => {
    const operation = 'operation: { server: { url: /api }, method: get, path: /a }';
    const price = 'price: { lines: [], maximum: 1 }';
    await write({
      'weather.yaml': entryText('weather', { status: null, operation, price }),
    });
    await apply();
    expect(await refusal('online', 'wether')).toBe('There is no product "wether". Did you mean "weather"?');
    expect(await refusal('online', 'weather')).toMatch(
      /^weather cannot go online\. Expected a server with a complete/,
    );
  });
});

test.each<[string[], number, RegExp, RegExp]>(
  // biome-ignore format: a table
  [
    [['--help'], 0, /apply/, /^$/],
    [['apply', '--help'], 0, /apply FOLDER/, /^$/],
    [['aply', 'x'], 2, /^$/, /^There is no command "aply". Did you mean "apply"\? Run farebox --help to see what each does.\n$/],
    [['online'], 2, /^$/, /^Expected farebox online SLUG/],
    [['apply', 'x', '--prun'], 2, /^$/, /^Expected farebox apply FOLDER.*--prun/],
    [['apply', 'absent-folder'], 2, /^$/, /^absent-folder:1:1: Expected a folder/],
  ],
)('farebox %j ends with %i', async (args, code, out, err) => {
  expect(await farebox(...args)).toEqual({
    ...{ code, out: expect.stringMatching(out), err: expect.stringMatching(err) },
  });
});

test('an apply that breaks off says how far it came, and the next one goes on from there', async () => {
  const { writer } = portal();
  const products = Array.from({ length: 100 }, (_, index): PlannedProduct => {
    const missing = index === 99 && { tags: [{ kind: 1 as const, slug: 'absent' }] };
    const row = publishedProduct(`p${index}`, { ...missing });
    return {
      row,
      file: `p${index}.yaml`,
      before: null,
      change: 'created',
      isOnline: true,
      parts: [],
      breaking: [],
    };
  });
  await writer.run('publish-tags', { tags: publishedTags });
  await expect(
    applyPlan(writer, { tags: [], products, apis: { apis: [], places: [], removed: [] }, pruned: [] }),
  ).rejects.toThrow(
    /^96 of 100 products were published, then: .*the tag absent.* Apply again to continue\.$/,
  );
  expect(published()).toHaveLength(96);
});

test('ids follow from the slug, and names sort without case and accents', () => {
  expect(productId('qr-code')).toMatch(/^prd_[a-z2-7]{16}$/);
  expect(templateId('qr-code').slice(4)).toBe(productId('qr-code').slice(4));
  expect(productId('qr-code')).not.toBe(productId('qr-codes'));
  expect(['Émile', 'ÅNGSTRÖM'].map(foldedText)).toEqual(['emile', 'angstrom']);
});

describe('a product whose upstream credential is missing', () => {
  const withSecret = (slug: string, status: string | null = 'status: online') =>
    entryText(slug, {
      status,
      operation: `${entryText(slug).match(/^operation:[^]*?(?=^price:)/m)?.[0] ?? ''}  x-farebox:
    secrets: [{ name: SHIPLY_KEY, scheme: { type: http, scheme: bearer } }]`,
    });
  const refused = /a\.yaml: FAREBOX_SECRET_SHIPLY_KEY is missing\.\nNothing was published: one product would/;
  const nothingGiven = { egressAllow: nothingAllowed, secrets: new Set<string>() };
  const given = { ...nothingGiven, secrets: new Set(['SHIPLY_KEY']) };
  beforeEach(async () => {
    portal().settings = nothingGiven;
    await write({ 'a.yaml': withSecret('a'), 'b.yaml': entryText('b') });
  });

  test.each([{ dryRun: true }, { dryRun: false }])(
    'is refused, with its variable and file: %o',
    async (how) => {
      await expect(apply(how)).rejects.toThrow(refused);
      expect(published()).toEqual([]);
    },
  );

  test('is published and stays offline by --force, also if the commands put it online before', async () => {
    const said =
      'Offline, because their upstream credential is missing\n  a  FAREBOX_SECRET_SHIPLY_KEY is missing\n';
    expect(await apply({ force: true })).toContain(said);
    expect(published()).toMatchObject([
      { slug: 'a', status: 0 },
      { slug: 'b', status: 1 },
    ]);
    vi.stubEnv('FAREBOX_SECRET_SHIPLY_KEY', 'of the shell, which the portal does not have');
    expect(await refusal('online', 'a')).toBe(
      'a cannot go online. Its upstream credential SHIPLY_KEY is missing: set it under Credentials in the console, or set FAREBOX_SECRET_SHIPLY_KEY, or FAREBOX_SECRET_SHIPLY_KEY_FILE to a file that holds it, and restart the portal.',
    );
    await write({ 'a.yaml': withSecret('a', null) });
    await apply();
    portal().settings = given;
    await done('online', 'a');
    portal().settings = nothingGiven;
    await expect(apply()).rejects.toThrow(refused);
  });

  test('is one for the portal that runs on the folder, whatever the shell has', async () => {
    const { egressAllow } = readSettings({ FAREBOX_EGRESS_ALLOW: '10.0.0.1' });
    portal().settings = { ...given, egressAllow };
    const inside = withSecret('a').replace('https://api.example.com', 'http://10.0.0.1');
    await write({ 'a.yaml': inside });
    expect(await apply({ dryRun: true })).toContain('a  online, 1 to 50 credits');
    await done('apply', folder());
    await done('offline', 'a');
    await done('online', 'a');
  });

  test('is none for a command on a stopped portal that has it', async () => {
    vi.stubEnv('FAREBOX_SECRET_SHIPLY_KEY', 'given');
    const { out } = await runFarebox(at('stopped'), ['apply', folder(), '--dry-run']);
    expect(out).toContain('a  online, 1 to 50 credits');
  });
});
