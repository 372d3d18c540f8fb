import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pruneImports } from '../../../server/store/tend-ledger.ts';
import { type EngineUnderTest, engines } from '../../setup/engines-under-test.ts';

const dayMs = 24 * 60 * 60 * 1000;
const now = Date.now();
const address = 'https://api.example.com/openapi.json';

describe.each(engines)('followed documents on $engine', ({ open }) => {
  let on: EngineUnderTest;
  let made = 0;
  beforeAll(async () => {
    on = await open();
    const tag = { kind: 2, slug: 'acme', name: 'Acme', icon: null, url: null, description: null } as const;
    await on.writer.run('publish-tags', { tags: [tag] });
  });
  afterAll(() => on.close());

  /** An API whose document is looked at daily, next at a time. */
  async function followed(nextLookAt: number): Promise<string> {
    made += 1;
    const slug = `api-${made}`;
    const owner = { file: 'console', source: slug };
    const texts = { version: null, url: null, summary: null, doc: '', groups: '[]' };
    const api = { id: slug, slug, name: slug, sortName: slug, provider: 'acme', owner, ...texts };
    await on.writer.run('publish-api', { api, now });
    await on.writer.run('follow-document', { slug, address, daily: true, nextLookAt });
    return slug;
  }
  const claim = (id: string, at: number) =>
    on.writer.run('claim-look', { id, now: at, next: at + dayMs }).then(({ look }) => look?.slug);
  const looked = { address, now, problem: null, takenDigest: null, found: null };

  test('are looked at when they are due, by one of two portals, and again a day later', async () => {
    const slug = await followed(now);
    const claims = await Promise.all([claim('imp_a', now), claim('imp_b', now)]);
    expect(claims.filter((one) => one !== undefined)).toEqual([slug]);
    expect(await claim('imp_c', now + dayMs - 1)).toBeUndefined();
    expect(await claim('imp_d', now + dayMs)).toBe(slug);
    expect(await on.imports.find('imp_d')).toMatchObject({ follows: slug, address, state: 'waiting' });
    await on.writer.run('follow-document', { slug, address, daily: false, nextLookAt: now });
    expect(await claim('imp_e', now + 9 * dayMs)).toBeUndefined();
  });

  test('that cannot be read are counted, until one look succeeds or the address changes', async () => {
    const slug = await followed(now + 99 * dayMs);
    const fail = () => on.writer.run('end-look', { ...looked, slug, problem: 'It answers with 500.' });
    for (let times = 0; times < 3; times += 1) await fail();
    const unreadable = { slug, name: slug, problem: 'It answers with 500.', failures: 3 };
    expect(await on.imports.unreadable(3, 8)).toEqual([unreadable]);
    expect(await on.imports.unreadable(4, 8)).toEqual([]);
    await on.writer.run('dismiss-item', { item: `document:${slug}`, now: now + 1 });
    expect(await on.imports.unreadable(3, 8)).toEqual([]);
    await on.writer.run('end-look', { ...looked, slug, problem: 'Still.', now: now + 2 });
    expect(await on.imports.unreadable(3, 8)).toMatchObject([{ failures: 4 }]);
    await on.writer.run('end-look', { ...looked, slug, takenDigest: 'digest' });
    expect(await on.imports.followed(slug)).toMatchObject({
      failures: 0,
      problem: null,
      takenDigest: 'digest',
    });
    await fail();
    const moved = { slug, address: 'https://api.example.com/v2.json', daily: false, nextLookAt: now };
    await on.writer.run('follow-document', moved);
    expect(await on.imports.followed(slug)).toMatchObject({
      failures: 0,
      takenDigest: null,
      nextLookAt: null,
    });
    // A look at the address of before, which ends late, says nothing of this one.
    await fail();
    expect(await on.imports.followed(slug)).toMatchObject({ failures: 0 });
  });

  test('keep what was found until the next look, and go with their API', async () => {
    const slug = await followed(now + 99 * dayMs);
    const old = now - 9 * dayMs;
    await on.writer.run('look-for-newer', { id: 'imp_found', slug, address, now: old });
    await on.writer.run('look-for-newer', { id: 'imp_other', slug, address, now: old });
    const found = { importId: 'imp_found', seenDigest: 'digest' };
    await on.writer.run('end-look', { ...looked, slug, found });
    await pruneImports(on.writer, now);
    expect(await on.imports.find('imp_found')).toBeDefined();
    expect(await on.imports.find('imp_other')).toBeUndefined();
    await on.writer.run('remove-api', { slug });
    expect(await on.imports.followed(slug)).toBeUndefined();
    await pruneImports(on.writer, now);
    expect(await on.imports.find('imp_found')).toBeUndefined();
  });
});
