import { describe, expect, it } from 'vitest';
import { Cache } from '../../../server/cache.ts';

const room = { bytes: 1_000, bytesOf: () => 1 };

describe('what is kept', () => {
  it('is made once, also for callers who come while it is made', async () => {
    const kept = new Cache<string, number>(room);
    let made = 0;
    const make = () => Promise.resolve(++made);
    expect(await Promise.all([kept.getOrMake('a', make), kept.getOrMake('a', make)])).toEqual([1, 1]);
    expect(await kept.getOrMake('a', make)).toBe(1);
  });

  it('is not what was made of what stood before a drop', async () => {
    const kept = new Cache<string, string>(room);
    let finish = (_value: string) => {};
    const asked = kept.getOrMake('a', () => new Promise((resolve) => (finish = resolve)));
    kept.drop();
    expect(await kept.getOrMake('a', () => Promise.resolve('after'))).toBe('after');
    finish('before');
    expect(await asked).toBe('before');
    expect(kept.get('a')).toBe('after');
    const { generation } = kept;
    kept.drop();
    kept.set('b', 'before', generation);
    expect(kept.get('b')).toBeUndefined();
  });

  it('is not a failure', async () => {
    const kept = new Cache<string, number>(room);
    await expect(kept.getOrMake('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await kept.getOrMake('a', () => Promise.resolve(1))).toBe(1);
  });

  it('is bounded by its bytes, or is nothing', () => {
    const sized = new Cache<number, string>({ bytes: 30, bytesOf: (text) => text.length });
    const none = new Cache<number, string>(room, false);
    for (const kept of [sized, none]) for (const key of [1, 2, 3]) kept.set(key, 'x'.repeat(5), 0);
    const left = (kept: Cache<number, string>) => [1, 2, 3].filter((key) => kept.get(key) !== undefined);
    expect([left(sized), left(none)]).toEqual([[2, 3], []]);
  });

  it('counts its keys, which callers choose', () => {
    const kept = new Cache<string, string>({ bytes: 1_000, bytesOf: (text) => text.length });
    const keys = ['a', 'b', 'c'].map((letter) => letter.repeat(200));
    for (const key of keys) kept.set(key, 'x', 0);
    expect(keys.map((key) => kept.get(key))).toEqual([undefined, 'x', 'x']);
  });
});
