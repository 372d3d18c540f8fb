import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import SqliteDatabase from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { applyFolder } from '../../../cli/apply-folder.ts';
import { applyPlan } from '../../../server/catalogue/apply.ts';
import type { PlannedProduct } from '../../../server/catalogue/plan.ts';
import { foldedText } from '../../../lib/text/folded-text.ts';
import { productId, templateId } from '../../../server/catalogue/product-row.ts';
import type { PublishingSettings } from '../../../server/products/online-hindrance.ts';
import { nothingAllowed } from '../../../server/gateway/egress-allow.ts';
import { openSharedStore } from '../../../server/control/open-shared-store.ts';
import { makeDatabase } from '../../setup/make-database.ts';
import { commandsOn } from '../../setup/run-farebox.ts';
import { entryText, tagsText, writeCatalogue } from './catalogue-folder.ts';
import { publishedProduct, publishedTags } from '../../setup/published-product.ts';

let root: string;
let folder: string;
let dataFolder: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'farebox-apply-'));
  folder = join(root, 'catalogue');
  dataFolder = join(root, 'data');
  await makeDatabase(join(dataFolder, 'farebox.db'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(root, { recursive: true, force: true });
});

/** What `farebox apply` says, or the sentence with which it refuses. */
async function apply(
  options: { prune?: boolean; dryRun?: boolean; force?: boolean } = {},
  own?: PublishingSettings,
): Promise<string> {
  let said = '';
  const say = (text: string) => void (said += text);
  await applyFolder({ dataFolder }, { folder, prune: false, dryRun: false, ...options }, say, own);
  return said;
}

const { done, refusal } = commandsOn(() => dataFolder);

async function farebox(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const child = spawn(process.execPath, ['cli/farebox.mjs', ...args], {
    env: { ...process.env, FAREBOX_DATA: dataFolder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code: Number(code), out, err };
}

function published(): unknown[] {
  const database = new SqliteDatabase(join(dataFolder, 'farebox.db'), { readonly: true });
  const rows = database
    .prepare(
      `SELECT p.slug, p.status, p.priceFrom || '-' || p.priceTo AS price, v.number AS version
         FROM Product p JOIN TemplateVersion v ON v.key = p.versionKey ORDER BY p.slug`,
    )
    .all();
  database.close();
  return rows;
}

const cheaper = {
  price:
    'price:\n  lines:\n    - { label: Width, per: { quantity: input.width, rate: 0.5, unit: pixel } }\n  maximum: 20',
};

describe('farebox apply', () => {
  test('publishes a folder, and the second time changes nothing', async () => {
    await writeCatalogue(folder, { 'a.yaml': entryText('a'), 'b.yaml': entryText('b', { status: null }) });
    expect(await apply()).toContain('New\n  a  online, 1 to 50 credits\n  b  offline, 1 to 50 credits\n');
    expect(published()).toEqual([
      { slug: 'a', status: 1, price: '1-50', version: 1 },
      { slug: 'b', status: 0, price: '1-50', version: 1 },
    ]);
    expect(await apply()).toBe('0 new, 0 changed, 2 unchanged.\nNothing to do.\n');
  });

  test('says which parts change, and sets price changes apart', async () => {
    await writeCatalogue(folder, { 'a.yaml': entryText('a'), 'b.yaml': entryText('b') });
    await apply();
    await writeCatalogue(folder, {
      'a.yaml': entryText('a', cheaper),
      'b.yaml': entryText('b', {
        name: 'name: Another',
        status: 'status: offline',
        type: 'type: text',
        capabilities: null,
      }),
    });
    expect(await apply()).toBe(
      'Changed\n  b  name, status (online → offline), type, capabilities\n\nPrices\n  a  1 to 50 credits → 1 to 20 credits\n\n' +
        'Notes\n  a  With width = 100 the lines come to 50 credits; the maximum cuts them to 20.\n' +
        '  b  With width = 100 the lines come to 100 credits; the maximum cuts them to 50.\n\n' +
        '0 new, 2 changed, 0 unchanged.\nDone.\n',
    );
    expect(published()).toEqual([
      { slug: 'a', status: 1, price: '1-20', version: 2 },
      { slug: 'b', status: 0, price: '1-50', version: 1 },
    ]);
  });

  test('says what breaks programs of callers, and what a document no longer has', async () => {
    await writeCatalogue(folder, { 'a.yaml': entryText('a'), 'b.yaml': entryText('b') });
    await apply();
    const operation = entryText('a')
      .replace('maximum: 100 }', 'maximum: 50 }')
      .replace(/^[^]*(?=operation:)/, '');
    await writeCatalogue(folder, {
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
    await writeCatalogue(folder, {
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
    const write = (parameters: string[]) =>
      writeCatalogue(folder, {
        'documents/a.yaml': `openapi: 3.1.0
info: { title: A, version: "1" }
servers: [{ url: "https://a.example" }]
paths:
  /a: { get: { operationId: getA, parameters: [${parameters.join(', ')}], responses: { "200": { description: A } } } }
`,
        'a.yaml': entryText('a', { operation: 'operation: { document: documents/a.yaml, id: getA }' }),
      });
    await write([width, tint]);
    await apply();
    await write([tint, width]);
    expect(await apply()).toContain('Changed\n  a  operation, fields\n');
    expect(published()).toMatchObject([{ slug: 'a', version: 2 }]);
  });

  test('leaves alone what the files do not have, unless told to prune', async () => {
    await writeCatalogue(folder, { 'a.yaml': entryText('a'), 'b.yaml': entryText('b') });
    await apply();
    await rm(join(folder, 'b.yaml'));
    expect(await apply()).toBe('0 new, 0 changed, 1 unchanged.\nNothing to do.\n');
    expect(await apply({ prune: true })).toContain('Going offline (not in the files)\n  b\n');
    expect(published()).toMatchObject([
      { slug: 'a', status: 1 },
      { slug: 'b', status: 0 },
    ]);
    expect(await apply({ prune: true })).toContain('Nothing to do.');
  });

  test('with --dry-run publishes nothing', async () => {
    await writeCatalogue(folder, { 'a.yaml': entryText('a') });
    expect(await apply({ dryRun: true })).toContain('New\n  a  online');
    expect(published()).toEqual([]);
  });

  test('publishes nothing where one file has a mistake', async () => {
    await writeCatalogue(folder, {
      'a.yaml': entryText('a'),
      'b.yaml': entryText('b', { status: 'status: on' }),
    });
    await expect(apply()).rejects.toThrow(
      /b\.yaml:3:9: Expected online or offline\.\nNothing was published: the files have 1 error\.$/,
    );
    await rm(join(folder, 'b.yaml'));
    expect(await apply()).toContain('New\n  a  online');
  });

  test('brings the search up to date for every product of a tag that was renamed', async () => {
    const files = Array.from({ length: 40 }, (_, index) => [`p${index}.yaml`, entryText(`p${index}`)]);
    await writeCatalogue(folder, Object.fromEntries(files));
    await apply();
    await writeCatalogue(folder, { 'tags.yaml': tagsText.replace('name: Resize', 'name: Shrinking') });
    expect(await apply()).toContain('Tags, new or changed\n  capability resize  Shrinking\n');
    const database = new SqliteDatabase(join(dataFolder, 'farebox.db'), { readonly: true });
    const found = database.prepare(
      "SELECT count(*) FROM product_search WHERE product_search MATCH 'tags:shrink'",
    );
    expect(found.pluck().get()).toBe(40);
    database.close();
  });

  test('replaces the synonyms where the files have some, and leaves them where they have none', async () => {
    const synonyms = () => {
      const database = new SqliteDatabase(join(dataFolder, 'farebox.db'), { readonly: true });
      const phrases = database.prepare('SELECT phrases FROM SynonymGroup ORDER BY key').pluck().all();
      database.close();
      return phrases;
    };
    const withSynonyms = (lines: string) => ({ 'tags.yaml': `${tagsText}synonyms:\n${lines}` });
    await writeCatalogue(folder, {
      'a.yaml': entryText('a'),
      ...withSynonyms('  - [LLM, Language  model]\n  - [E-Mail, Message]\n'),
    });
    expect(await apply()).toContain('Synonyms\n  llm, language model\n  e mail, message\n');
    expect(synonyms()).toEqual(['llm\nlanguage model', 'e mail\nmessage']);
    expect(await apply()).toContain('Nothing to do.');
    await writeCatalogue(folder, {});
    expect(await apply()).toContain('Nothing to do.');
    await writeCatalogue(folder, withSynonyms('  - [photo, picture]\n'));
    expect(await apply()).toContain('Synonyms\n  photo, picture\n');
    expect(synonyms()).toEqual(['photo\npicture']);
  });

  test('writes through the portal that runs, and leaves a folder alone that is in use without one', async () => {
    await writeCatalogue(folder, {
      'a.yaml': entryText('a'),
      'tags.yaml': `${tagsText}synonyms:\n  - [photo, picture]\n`,
    });
    const databaseFile = join(dataFolder, 'farebox.db');
    const script = new URL('../portal/hold-data-folder.ts', import.meta.url).pathname;
    const portal = spawn(process.execPath, ['--import', 'tsx', script, dataFolder, databaseFile], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(createInterface(portal.stdout), 'line');
    expect(await farebox('apply', folder)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/\nSynonyms\n {2}photo, picture\n[^]*\nDone\.\n$/),
      err: '',
    });
    await rename(join(folder, 'a.yaml'), join(folder, 'moved.yaml'));
    expect(await farebox('apply', folder)).toMatchObject({
      code: 0,
      out: expect.stringContaining('Nothing to do.'),
    });
    const database = new SqliteDatabase(databaseFile, { readonly: true });
    expect(database.prepare('SELECT file FROM Product').pluck().all()).toEqual([
      expect.stringMatching(/moved\.yaml$/),
    ]);
    database.close();
    expect(await farebox('offline', 'a')).toMatchObject({ code: 0, out: 'a is offline.\n' });
    await rm(join(dataFolder, 'control.sock'));
    expect(await farebox('apply', folder)).toMatchObject({
      code: 2,
      err: expect.stringContaining(`is in use by process ${portal.pid}.`),
    });
    portal.kill('SIGKILL');
    await once(portal, 'exit');
    expect(published()).toMatchObject([{ slug: 'a', status: 0 }]);
  });
});

describe('farebox online and offline', () => {
  test('change the status, for an apply that says none to keep', async () => {
    await writeCatalogue(folder, { 'a.yaml': entryText('a', { status: null }) });
    await apply();
    expect(await done('online', 'a')).toBe('a is online.');
    expect(await done('online', 'a')).toBe('a was already online.');
    await apply();
    expect(published()).toMatchObject([{ slug: 'a', status: 1 }]);
  });

  test('refuse what is not there, and what nobody could call', async () => {
    const operation = 'operation: { server: { url: /api }, method: get, path: /a }';
    const price = 'price: { lines: [], maximum: 1 }';
    await writeCatalogue(folder, {
      'weather.yaml': entryText('weather', { status: null, operation, price }),
    });
    await apply();
    expect(await refusal('online', 'wether')).toBe('There is no product "wether". Did you mean "weather"?');
    expect(await refusal('online', 'weather')).toMatch(
      /^weather cannot go online\. Expected a server with a complete/,
    );
  });
});

test('farebox teaches its commands, and refuses with exit code 2 and a sentence', async () => {
  const [help, helpOfApply, unknown, incomplete, flag, mistake] = await Promise.all([
    farebox('--help'),
    farebox('apply', '--help'),
    farebox('aply', 'x'),
    farebox('online'),
    farebox('apply', 'x', '--prun'),
    farebox('apply', 'absent-folder'),
  ]);
  expect(help).toMatchObject({ code: 0, err: '' });
  expect(helpOfApply).toMatchObject({ code: 0, err: '', out: expect.stringContaining('apply FOLDER') });
  const aply =
    'There is no command "aply". Did you mean "apply"? Run farebox --help to see what each does.\n';
  expect(unknown).toEqual({ code: 2, out: '', err: aply });
  expect(incomplete).toMatchObject({ code: 2, err: expect.stringMatching(/^Expected farebox online SLUG/) });
  expect(flag).toMatchObject({
    code: 2,
    err: expect.stringMatching(/^Expected farebox apply FOLDER.*--prun/),
  });
  expect(mistake).toMatchObject({
    code: 2,
    err: expect.stringMatching(/^absent-folder:1:1: Expected a folder/),
  });
});

test('an apply that breaks off says how far it came, and the next one goes on from there', async () => {
  const { writer, close } = await openSharedStore(dataFolder);
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
  await close();
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
  beforeEach(() => writeCatalogue(folder, { 'a.yaml': withSecret('a'), 'b.yaml': entryText('b') }));

  test.each([{ dryRun: true }, { dryRun: false }])(
    'is refused, with its variable and file: %o',
    async (how) => {
      await expect(apply(how)).rejects.toThrow(refused);
      expect(published()).toEqual([]);
    },
  );

  test('is published and stays offline by --force, also if the commands put it online before', async () => {
    const given = { egressAllow: nothingAllowed, secrets: new Set(['SHIPLY_KEY']) };
    expect(await apply({ dryRun: true }, given)).toContain('a  online, 1 to 50 credits');
    const said =
      'Offline, because their upstream credential is missing\n  a  FAREBOX_SECRET_SHIPLY_KEY is missing\n';
    expect(await apply({ force: true })).toContain(said);
    expect(published()).toMatchObject([
      { slug: 'a', status: 0 },
      { slug: 'b', status: 1 },
    ]);
    expect(await refusal('online', 'a')).toBe(
      'a cannot go online. Its upstream credential SHIPLY_KEY is missing: set FAREBOX_SECRET_SHIPLY_KEY, or FAREBOX_SECRET_SHIPLY_KEY_FILE to a file that holds it, and restart the portal.',
    );
    await writeCatalogue(folder, { 'a.yaml': withSecret('a', null) });
    await apply();
    vi.stubEnv('FAREBOX_SECRET_SHIPLY_KEY', 'given');
    await done('online', 'a');
    await expect(apply()).rejects.toThrow(refused);
  });

  test('is one for the portal that runs on the folder, whatever the shell has', async () => {
    const script = new URL('../portal/hold-data-folder.ts', import.meta.url).pathname;
    const portal = spawn(
      process.execPath,
      ['--import', 'tsx', script, dataFolder, join(dataFolder, 'farebox.db')],
      {
        env: { ...process.env, FAREBOX_SECRET_SHIPLY_KEY: 'given', FAREBOX_EGRESS_ALLOW: '10.0.0.1' },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    try {
      await once(createInterface(portal.stdout), 'line');
      const inside = withSecret('a').replace('https://api.example.com', 'http://10.0.0.1');
      await writeCatalogue(folder, { 'a.yaml': inside });
      expect(await apply({ dryRun: true })).toContain('a  online, 1 to 50 credits');
      await done('apply', folder);
      await done('offline', 'a');
      await done('online', 'a');
    } finally {
      portal.kill('SIGKILL');
    }
  });
});
