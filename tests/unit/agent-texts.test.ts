import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutText } from '../../lib/agents/cut-text.ts';
import { plainWords } from '../../lib/agents/plain-words.ts';
import { toolName } from '../../lib/agents/tool-name.ts';
import { runs } from '../setup/runs.ts';

describe('the name of a tool', () => {
  it('has at most 60 safe characters, and is of one tool alone', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 90 }), { maxLength: 30 }), (texts) => {
        const taken = new Set<string>();
        const names = [...texts, ...texts].map((text) => toolName(text, taken));
        for (const name of names) expect(name).toMatch(/^[a-zA-Z0-9_]{1,60}$/);
        expect(new Set(names).size).toBe(names.length);
      }),
      { numRuns: runs(200) },
    );
  });
});

describe('a long result', () => {
  it('is read in parts, of which nothing is lost', () => {
    const text = 'a😀é'.repeat(40_000);
    const parts: string[] = [];
    for (let offset: number | null = 0; offset !== null; ) {
      const part = cutText(text, offset);
      parts.push(part.text);
      offset = part.next;
    }
    expect(parts.join('')).toBe(text);
    for (const part of parts) expect([part.isWellFormed(), part.length <= 40_000]).toEqual([true, true]);
  });
});

describe('words of a provider', () => {
  it.each([
    ['**Bold** and [a link](https://example.com)', 'Bold and a link'],
    ['<script>alert(1)</script> text', 'alert(1) text'],
    ['one\u202Etwo\u200B\u0007 three', 'one two three'],
    ['word '.repeat(30).trim(), `${'word '.repeat(8).trim()}…`],
  ])('%j', (text, words) => expect(plainWords(text, 40)).toBe(words));

  it('are never longer than they may be', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 300 }),
        fc.integer({ min: 1, max: 60 }),
        (text, most) => {
          const words = plainWords(text, most);
          expect([words.length <= most, words.isWellFormed()]).toEqual([true, true]);
        },
      ),
      { numRuns: runs(300) },
    );
  });
});
