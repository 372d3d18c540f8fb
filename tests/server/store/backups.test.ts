import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EngineUnderTest, engines } from '../../setup/engines-under-test.ts';

const now = Date.now();
const silentAfterMs = 30_000;

describe.each(engines)('backups on $engine', ({ open }) => {
  let on: EngineUnderTest;
  beforeAll(async () => {
    on = await open();
  });
  afterAll(() => on.close());

  const begin = (name: string, at: number) =>
    on.writer.run('begin-backup', { name, machine: 'here', now: at, silentAfterMs });

  test('are made one at a time, and one that shows no sign of life is given up', async () => {
    const first = await begin('a.db', now);
    expect(first).toMatchObject({ key: expect.any(Number) });
    expect(await begin('b.db', now + 1)).toEqual({ running: 'a.db' });
    if ('running' in first) throw new Error('It did not begin.');
    const move = { key: first.key, bytes: 5_000_000_000, problem: null };
    await on.writer.run('move-backup', { ...move, isEnded: false, now: now + 20_000 });
    expect(await begin('c.db', now + 40_000)).toEqual({ running: 'a.db' });
    expect(await begin('d.db', now + 60_000)).toMatchObject({ key: expect.any(Number) });
    await on.writer.run('move-backup', { ...move, isEnded: true, now: now + 70_000 });
    const [latest, before] = await on.backups.latest(2);
    expect(latest).toMatchObject({ name: 'd.db', endedAt: null });
    expect(before).toMatchObject({ name: 'a.db', bytes: 5_000_000_000n, endedAt: new Date(now + 70_000) });
  });
});
