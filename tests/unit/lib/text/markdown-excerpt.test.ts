import { describe, expect, it } from 'vitest';
import { markdownExcerpt } from '../../../../lib/text/markdown-text.ts';
import { cpuMs } from '../../../setup/cpu-ms.ts';

describe('an introduction on a card', () => {
  it.each([
    ['plain words', 'plain words'],
    ['**Bold** and _soft_ and `code`', 'Bold and soft and code'],
    ['# Title\n\nText', 'Title Text'],
    ['- one\n- two', 'one two'],
    ['1. one\n2) two', 'one two'],
    ['See [the docs](https://a.example/b_(c)).', 'See the docs.'],
    ['Before ![a picture](/x.png) after', 'Before after'],
    ['<b>x</b> <script>alert(1)</script>', 'x alert(1)'],
    ['a < b and c > d', 'a < b and c > d'],
    ['2 * 3 * 4 snake_case_name', '2 * 3 * 4 snake_case_name'],
    ['```js\nlet a;\n```\nthen', 'let a; then'],
    [String.raw`5\. and \*not soft\*`, '5. and *not soft*'],
  ])('%j', (markdown, text) => {
    expect(markdownExcerpt(markdown)).toBe(text);
  });

  it('is cut between words, or within one that is too long', () => {
    expect(markdownExcerpt('word '.repeat(100))).toMatch(/^(?:word ){62}word…$|^(?:word ){63}word…$/);
    expect(markdownExcerpt('x'.repeat(5_000))).toBe(`${'x'.repeat(320)}…`);
  });

  it.each(['[', '](', '*', '`', '<a', '![', '\\', '[[](', '~~'])(
    'is there at once for many of %s',
    (sign) => {
      expect(cpuMs(() => void markdownExcerpt(sign.repeat(100_000)))).toBeLessThan(100);
    },
  );
});
