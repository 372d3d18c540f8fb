import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textDifference } from '../../../../lib/text/line-diff.ts';

const line = fc.constantFrom('a', 'b', 'c', '');
const texts = fc.array(line, { maxLength: 12 }).map((lines) => lines.map((one) => `${one}\n`).join(''));

const shown = (before: string, after: string) =>
  textDifference(before, after)?.map(({ skipped, lines }) =>
    [
      `@${skipped}`,
      ...lines.map(({ kind, text }) => `${{ same: ' ', removed: '-', added: '+' }[kind]}${text}`),
    ].join('\n'),
  );

describe('textDifference', () => {
  it('shows what changes with three lines around it, and how many it leaves out', () => {
    const lines = 'one two three four five six seven eight nine ten'.split(' ');
    const before = lines.join('\n');
    const after = lines.map((one) => (one === 'five' ? 'FIVE' : one)).join('\n');
    expect(shown(before, after)).toEqual(['@1\n two\n three\n four\n-five\n+FIVE\n six\n seven\n eight']);
    expect(shown(before, `${before}\nend\n`)).toEqual(['@7\n eight\n nine\n ten\n+end']);
    expect(shown(before, before)).toEqual([]);
    expect(shown('', 'a\n')).toEqual(['@0\n+a']);
  });

  it('leads from one text to the other, by no more changes than there are lines that differ', () => {
    fc.assert(
      fc.property(texts, texts, (before, after) => {
        // Everything is near a change in a text that is this short, or nothing changes.
        const lines = (textDifference(`${before}${after}x\n`, `${after}${before}x\n`) ?? []).flatMap(
          (hunk) => hunk.lines,
        );
        const of = (kinds: string[]) =>
          lines.filter(({ kind }) => kinds.includes(kind)).map(({ text }) => text);
        const counts = (list: string[]) => list.toSorted().join();
        expect(counts(of(['removed']))).toBe(counts(of(['added'])));
        expect(of(['removed']).length).toBeLessThanOrEqual(Math.min(before.length, after.length));
      }),
    );
    fc.assert(
      fc.property(texts, texts, (before, after) => {
        const hunks = textDifference(before, after) ?? [];
        const old = before.split('\n').slice(0, -1);
        const next: string[] = [];
        let place = 0;
        for (const { skipped, lines } of hunks) {
          next.push(...old.slice(place, place + skipped));
          place += skipped;
          for (const { kind, text } of lines) {
            if (kind !== 'added') expect(old[place]).toBe(text);
            if (kind !== 'added') place += 1;
            if (kind !== 'removed') next.push(text);
          }
        }
        expect([...next, ...old.slice(place)].map((one) => `${one}\n`).join('')).toBe(after);
      }),
    );
  });

  it('gives up where nearly all differs', () => {
    const many = (word: string) => Array.from({ length: 2_000 }, (_, index) => `${word} ${index}`).join('\n');
    expect(textDifference(many('a'), many('b'))).toBeUndefined();
  });
});
