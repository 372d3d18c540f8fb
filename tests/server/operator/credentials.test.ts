import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { StoredCredentials, purposeOfCredential } from '../../../server/gateway/stored-credentials.ts';
import { listCredentials } from '../../../server/operator/credentials.ts';
import { encryptText } from '../../../server/portal/encrypted-text.ts';
import { portalSecret, type SecretList } from '../../../server/portal/portal-secret.ts';
import { publishingSettings } from '../../../server/products/online-hindrance.ts';
import { nothingAllowed } from '../../../server/gateway/egress-allow.ts';
import { emptyForEach, engines } from '../../setup/engines-under-test.ts';
import { publishedProduct, publishedTags } from '../../setup/published-product.ts';
import { runFarebox } from '../../setup/run-farebox.ts';

const dayMs = 24 * 3_600_000;
const now = Date.now();
const [mine = Buffer.alloc(32), other = Buffer.alloc(32)] = ['mine', 'other'].map((text) =>
  Buffer.from(text.padEnd(32, '.')),
);

describe.each(engines)('credentials of upstreams in $engine', ({ open }) => {
  const on = emptyForEach(open);
  const set = (name: string, text: string, { at = now, most = 10, secret = mine } = {}) =>
    on.writer.run('set-credential', {
      ...{ name, value: encryptText(secret, purposeOfCredential(name), text), most },
      ...{ now: at, until: at + dayMs },
    });
  const kept = (...secrets: Buffer[]) => {
    const credentials = new StoredCredentials(on, secrets);
    onTestFinished(on.writer.onPublish((what) => what === 'credentials' && credentials.changed()));
    return credentials;
  };
  const listed = (...secrets: SecretList) =>
    listCredentials({ store: on, secret: portalSecret(secrets) }, {});

  test('are read from memory, and anew after each change', async () => {
    const credentials = kept(mine);
    await set('A', 'one');
    await credentials.pending;
    expect([credentials.read('A'), credentials.read('B'), credentials.pending]).toEqual([
      'one',
      undefined,
      undefined,
    ]);
    const { version } = credentials;
    await set('A', 'two');
    await set('B', 'three');
    expect(credentials.read('A')).toBe('one');
    await credentials.pending;
    expect([credentials.read('A'), credentials.read('B')]).toEqual(['two', 'three']);
    expect(credentials.version).toBeGreaterThan(version);
    await on.writer.run('revoke-credential', { name: 'A' });
    await credentials.pending;
    expect(credentials.read('A')).toBeUndefined();
  });

  test('stay as they were where a change cannot be read, until it can', async () => {
    let isLost = false;
    const inUse = () => (isLost ? Promise.reject(new Error('no database')) : on.credentials.inUse());
    const credentials = new StoredCredentials({ credentials: { inUse } }, [mine]);
    await set('A', 'one');
    await credentials.pending;
    await set('A', 'two');
    isLost = true;
    credentials.changed();
    await credentials.pending;
    expect(credentials.read('A')).toBe('one');
    isLost = false;
    await credentials.pending;
    expect(credentials.read('A')).toBe('two');
  });

  test('that no secret opens are missing, and named', async () => {
    await set('A', 'one', { secret: other });
    await set('B', 'two');
    const credentials = kept(mine);
    await credentials.pending;
    expect([credentials.read('A'), credentials.read('B')]).toEqual([undefined, 'two']);
    const own = { egressAllow: nothingAllowed, secrets: new Set(['OF_ENVIRONMENT']) };
    const secretsOf = async (all?: SecretList) => {
      const secret = all && portalSecret(all);
      return [...(await publishingSettings(own, { store: on, secret })).secrets];
    };
    expect(await secretsOf([mine])).toEqual(['OF_ENVIRONMENT', 'B']);
    expect(await secretsOf([mine, other])).toEqual(['OF_ENVIRONMENT', 'A', 'B']);
    // A command without the secret of the portal cannot know.
    expect(await secretsOf()).toEqual(['OF_ENVIRONMENT', 'A', 'B']);
    const stateOf = async (...secrets: SecretList) =>
      (await listed(...secrets)).list.map(({ name, state }) => [name, state]);
    expect(await stateOf(mine)).toEqual([
      ['A', 'unreadable'],
      ['B', 'set'],
    ]);
    expect(await stateOf(mine, other)).toEqual([
      ['A', 'set'],
      ['B', 'set'],
    ]);
  });

  test('are opened under their own name alone', async () => {
    await set('A', 'one');
    const [stored] = await on.credentials.inUse();
    const times = { most: 10, now, until: now + dayMs };
    await on.writer.run('set-credential', { name: 'B', value: stored?.value ?? '', ...times });
    const credentials = kept(mine);
    await credentials.pending;
    expect([credentials.read('A'), credentials.read('B')]).toEqual(['one', undefined]);
  });

  test('that were replaced come back within a day, and are deleted after it', async () => {
    const restore = (at: number) =>
      on.writer.run('restore-credential', { name: 'A', now: at, until: at + dayMs });
    await set('A', 'one');
    await set('A', 'two');
    await set('A', 'three');
    expect((await on.credentials.stored()).map(({ rank }) => rank)).toEqual([0, 1]);
    expect(await restore(now + dayMs)).toEqual({ restored: false });
    expect(await restore(now + dayMs - 1)).toEqual({ restored: true });
    const credentials = kept(mine);
    await credentials.pending;
    expect(credentials.read('A')).toBe('two');
    const drop = (at: number) => on.writer.run('drop-earlier-credentials', { now: at });
    expect(await drop(now + 2 * dayMs - 2)).toEqual({ names: [] });
    expect(await drop(now + 2 * dayMs)).toEqual({ names: ['A'] });
    expect((await on.credentials.stored()).map(({ rank }) => rank)).toEqual([0]);
    const entries = await on.audit.entriesAfter(0, 10);
    expect(entries.map(({ verb }) => verb)).toEqual([
      ...['set-credential', 'set-credential', 'set-credential', 'restore-credential'],
      'drop-earlier-credentials',
    ]);
  });

  test('are so many at most', async () => {
    expect(await set('A', 'one', { most: 1 })).toEqual({ outcome: 'set' });
    expect(await set('B', 'two', { most: 1 })).toEqual({ outcome: 'too-many' });
    expect(await set('A', 'two', { most: 1 })).toEqual({ outcome: 'replaced' });
  });

  test('are listed with the products that need them now, those that are missing first', async () => {
    const product = (slug: string, names: string[], status: 0 | 1) => ({
      ...publishedProduct(slug),
      status,
      template: {
        ...publishedProduct(slug).template,
        document: JSON.stringify({ 'x-farebox': { secrets: names.map((name) => ({ name })) } }),
        hash: `${slug} ${names.join()}`,
      },
    });
    const publish = (...products: ReturnType<typeof product>[]) =>
      on.writer.run('publish', { products, now });
    await on.writer.run('publish-tags', { tags: publishedTags });
    await publish(product('one', ['A', 'A', 'B'], 1), product('two', ['B'], 0), product('three', ['C'], 1));
    await set('B', 'two');
    // Another version needs another one.
    await publish(product('three', ['D'], 1));
    const counts = (await listed(mine)).list.map(({ name, state, products, online }) => [
      name,
      state,
      products,
      online,
    ]);
    expect(counts).toEqual([
      ['A', 'missing', 1, 1],
      ['D', 'missing', 1, 1],
      ['B', 'set', 2, 1],
    ]);
    expect(await on.writer.run('revoke-credential', { name: 'B' })).toEqual({ revoked: true, online: 1 });
  });

  test('that it cannot read are named by the command check', async () => {
    await set('A', 'one');
    await set('B', 'two', { secret: other });
    const { dataFolder, databaseUrl = '' } = on.place;
    const folder = dataFolder || (await mkdtemp(join(tmpdir(), 'farebox-check-')));
    onTestFinished(() => rm(join(folder, 'secret'), { force: true }));
    await writeFile(join(folder, 'secret'), mine);
    const { out } = await runFarebox(folder, ['check'], {
      ...{ FAREBOX_DATA: folder, DATABASE_URL: databaseUrl },
      FAREBOX_SECRET: databaseUrl && String(mine),
    });
    expect(out).toContain('opens these upstream credentials, so calls miss them: B.');
  });
});
