import { describe, expect, test } from 'vitest';
import { inlinePieces, openingOf } from '../../../../lib/form/help-opening.ts';
import { markdownText } from '../../../../lib/text/markdown-text.ts';
import { htmlAsMarkdown } from '../../../../lib/import/document/html-as-markdown.ts';
import { resolveLinks } from '../../../../lib/import/document/source-document.ts';
import { cpuMs } from '../../../setup/cpu-ms.ts';

test.each([
  ['plain words', 'plain words'],
  [
    '**Starting a new project?** We recommend [Responses](/docs/a_(b))',
    'Starting a new project? We recommend Responses',
  ],
  ['`max_tokens` and ``a`b``', 'max_tokens and a`b'],
  ['a [link][ref] here\n\n[ref]: https://a.example', 'a link here'],
  ['see <https://a.example/x> or <a@b.example>', 'see https://a.example/x or a@b.example'],
  ['| a | b |\n|---|:-:|\n| 1 | 2 |', 'a b 1 2'],
  ['Title\n=====\n\nText', 'Title Text'],
  ['- [ ] one\n  - two\n    1. three', 'one two three'],
  ['> # Deep\n> - quote', 'Deep quote'],
  ['a &amp; b &#8212; c&nbsp;d', 'a & b — c d'],
  ['one<br>two<!-- three -->', 'one two'],
  ['***both*** and __init__', 'both and init'],
  ['snake_case and 2 * 3', 'snake_case and 2 * 3'],
  ['***', ''],
])('the words of a Markdown text: %j', (markdown, text) => {
  expect(markdownText(markdown)).toBe(text);
});

describe('the opening of a help text', () => {
  const words = (text: string) =>
    inlinePieces(openingOf(text)).map(({ kind, text: shown, href }) =>
      kind === 'text' ? shown : [kind, shown, href],
    );

  test.each([
    [
      'See [the **guide**](https://a.example/b).',
      ['See ', ['link', 'the guide', 'https://a.example/b'], '.'],
    ],
    ['See [the guide](/docs/guide "Title").', ['See the guide.']],
    ['See [the guide][1].', ['See the guide.']],
    ['A **`max`** of *five* _things_ ~~or six~~', ['A ', ['strong', 'max', ''], ' of five things or six']],
    ['Use ``a`b`` or <b>this</b>', ['Use ', ['code', 'a`b', ''], ' or  this ']],
    ['![picture](a.png)Then &lt;this&gt; \\*now\\*', ['Then <this> *now*']],
    ['- one\n- two', ['one']],
    ['> quoted', ['quoted']],
    ['| a | b |\n|---|---|\n| 1 | 2 |', ['a b 1 2']],
    ['snake_case_name and 2 * 3 * 4', ['snake_case_name and 2 * 3 * 4']],
    ['See <https://a.example>.', ['See ', ['link', 'https://a.example', 'https://a.example'], '.']],
  ])('%j', (text, pieces) => {
    expect(words(text)).toEqual(pieces);
  });

  test('is never cut within a link', () => {
    const link = '[the whole documentation of it](https://a.example/a/very/long/address)';
    for (let length = 170; length < 225; length += 1) {
      const opening = openingOf(`${'x '.repeat(length / 2)}${link} and ${'more words '.repeat(30)}`);
      expect(opening.endsWith('…')).toBe(true);
      expect(
        inlinePieces(opening).filter(({ text, kind }) => kind === 'text' && /[[\]()]/.test(text)),
      ).toEqual([]);
    }
  });
});

describe('links of a document', () => {
  const base = { url: new URL('https://docs.example/api/openapi.json'), isOwn: true };
  test.each([
    ['[a](/b)', '[a](https://docs.example/b)', 'a'],
    ['[a](b/c.md "T")', '[a](https://docs.example/api/b/c.md "T")', 'a'],
    ['[a](#b)', '[a](https://docs.example/api/openapi.json#b)', 'a'],
    ['[a](//c.example/d)', '[a](https://c.example/d)', '[a](https://c.example/d)'],
    ['[a](https://b.example) [m](mailto:a@b.example)', undefined, undefined],
    ['![p](p.png)', '![p](https://docs.example/api/p.png)', 'p'],
    ['[![p](p.png)](/x)', '[![p](https://docs.example/api/p.png)](https://docs.example/x)', 'p'],
    ['[a][r]\n\n[r]: /x', '[a][r]\n\n[r]: https://docs.example/x', '[a][r]\n\n'],
    ['`[a](/b)` and\n```\n[a](/b)\n```', undefined, undefined],
    ['[a](<b c>)', undefined, undefined],
    ['a [b] (c) d', undefined, undefined],
  ])('%j', (text, known, unknown) => {
    expect(resolveLinks(text, base)).toBe(known ?? text);
    expect(resolveLinks(text, undefined)).toBe(unknown ?? text);
  });

  test('to a part of itself are words where only its server is known', () => {
    expect(resolveLinks('[a](#b) [c](/d)', { ...base, isOwn: false })).toBe('a [c](https://docs.example/d)');
  });
});

test.each([
  ['<p>Returns a <strong>list</strong>.</p>\n<p>Then</p>', 'Returns a **list**.\n\nThen'],
  ['See <a href="/docs" target="_blank">the docs</a>.', 'See [the docs](/docs).'],
  ['<ul><li>one</li><li><code>two</code></li></ul>', '- one\n- `two`'],
  ['a<br/>b', 'a  \nb'],
  ['<h3>Title</h3>Text', '### Title\n\nText'],
  ['an <id> and `<p>` and a < b > c', 'an <id> and `<p>` and a < b > c'],
  ['<table><tr><td>a</td><td>b</td></tr></table>', 'a – b'],
])('HTML in a description is Markdown: %j', (html, markdown) => {
  expect(htmlAsMarkdown(html)).toBe(markdown);
});

test.each(
  // biome-ignore format: a list
  ['[', '](', '![a](', '[a](b ', '<a href="', '<p ', '<!--', '`', '``a`', '```\n', '**a', '_a ', '&#1', '| - ', '[a]: ', '<li>', '[[a] '],
)('many of %j are read at once', (sign) => {
  const text = sign.repeat(200_000 / sign.length);
  const base = { url: new URL('https://a.example/'), isOwn: true };
  expect(cpuMs(() => void resolveLinks(htmlAsMarkdown(text), base))).toBeLessThan(2_000);
  expect(cpuMs(() => void markdownText(text))).toBeLessThan(2_000);
});
