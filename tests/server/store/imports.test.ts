import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ComparedRow } from '../../../server/store/catalogue/import-jobs.ts';
import { pruneImports } from '../../../server/store/tend-ledger.ts';
import { type EngineUnderTest, engines } from '../../setup/engines-under-test.ts';

const dayMs = 24 * 60 * 60 * 1000;
const now = Date.now();

const row = (position: number, more: Partial<ComparedRow> = {}): ComparedRow => ({
  ...{ position, group: 0, method: 'get', path: `/things/${position}`, name: `Thing ${position}` },
  ...{ slug: `thing-${position}`, fields: 2, required: 1, losses: 0, problem: null, credentials: '' },
  ...{
    fingerprint: 'x',
    server: '',
    compared: 'new',
    sentence: null,
    chosen: true,
    price: 1,
    breaking: null,
  },
  ...more,
});

describe.each(engines)('imports on $engine', ({ open }) => {
  let on: EngineUnderTest;
  let made = 0;
  beforeAll(async () => {
    on = await open();
  });
  afterAll(() => on.close());

  async function imported(operations: ComparedRow[], at = now): Promise<{ id: string; key: number }> {
    made += 1;
    const id = `imp_${made}`;
    const { key } = await on.writer.run('begin-import', { id, address: null, file: 'a.yaml', now: at });
    const content = Buffer.from([1, 2, 3]);
    await on.writer.run('store-imported', { key, part: 0, content, operations });
    return { id, key };
  }

  const found = async (key: number, filter = {}) =>
    (await on.imports.operations(key, filter, { from: 0, most: 100 })).map(({ position }) =>
      Number(position),
    );

  test('are what was stored, with their parts, and are found as they are written', async () => {
    const { id, key } = await imported([
      row(0, { name: '100 % of Ünits_' }),
      row(1, { group: 1, path: '/ÜNITS/{id}' }),
      row(2, { problem: 'It is not.', chosen: false, compared: 'unsold', price: null }),
      row(3, { losses: 2 }),
    ]);
    expect(await on.imports.find(id)).toMatchObject({ key, file: 'a.yaml', state: 'waiting', facts: null });
    expect(await on.imports.part(key, 0)).toEqual(Uint8Array.from([1, 2, 3]));
    expect(await on.imports.operation(key, 2)).toMatchObject({ problem: 'It is not.', price: null });
    expect(await found(key, { q: 'ünits' })).toEqual([0, 1]);
    expect(await found(key, { q: '0 %' })).toEqual([0]);
    expect(await found(key, { q: 's_' })).toEqual([0]);
    expect(await found(key, { losses: true })).toEqual([2, 3]);
    expect(await found(key, { chosen: true, group: 0 })).toEqual([0, 3]);
    expect(await on.imports.count(key, { q: 'thing' })).toBe(4);
    expect(await on.imports.groups(key)).toEqual([
      { group: 0, operations: 3, chosen: 2, sellable: 2, losses: 2 },
      { group: 1, operations: 1, chosen: 1, sellable: 1, losses: 0 },
    ]);
  });

  test('are published by one at a time, and by another once it is silent', async () => {
    const { id, key } = await imported([row(0)]);
    const begin = (at: number) => {
      const payload = { key, id, online: false, total: 1, now: at, staleBefore: at - 1_000 };
      return on.writer.run('publish-import', payload);
    };
    expect(await begin(now)).toMatchObject({ begun: false });
    const ready = { key, state: 'ready', done: 1, total: 1, problem: null, now } as const;
    await on.writer.run('move-import', ready);
    expect(await Promise.all([begin(now), begin(now)])).toMatchObject([{ begun: true }, { begun: false }]);
    expect(await begin(now + 1_001)).toMatchObject({ begun: true });
  });

  test('go after a day, with all that is of them', async () => {
    const rows = Array.from({ length: 1_500 }, (_, position) => row(position));
    const old = await imported(rows, now - dayMs - 1);
    const fresh = await imported([row(0)], now - dayMs + 60_000);
    expect(await pruneImports(on.writer, now)).toBe(1);
    expect(await on.imports.find(old.id)).toBeUndefined();
    expect(await found(old.key)).toEqual([]);
    expect(await on.imports.part(old.key, 0)).toBeUndefined();
    expect(await on.imports.find(fresh.id)).toBeDefined();
    expect(await found(fresh.key)).toEqual([0]);
    expect(await on.imports.part(fresh.key, 0)).toBeDefined();
  });
});
