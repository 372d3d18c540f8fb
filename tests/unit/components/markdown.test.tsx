import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { Docs, plainText } from '../../../components/product/docs.tsx';
import { markdownProblem } from '../../../lib/text/markdown-text.ts';
import { cpuMs } from '../../setup/cpu-ms.ts';
import { Markdown } from '../../../components/markdown.tsx';

test.each([
  ['[a](https://a.example/b)', '<p><a href="https://a.example/b">a</a></p>'],
  ['[a](mailto:a@b.example)', '<p><a href="mailto:a@b.example">a</a></p>'],
  ['[a](/docs/b) [c](d.md) [e](#f) [g](//h.example)', '<p><a>a</a> <a>c</a> <a>e</a> <a>g</a></p>'],
  ['[a](javascript:alert(1))', '<p><a>a</a></p>'],
])('%s leads out of the portal, or nowhere', (text, html) => {
  expect(renderToStaticMarkup(<Markdown text={text} />)).toBe(html);
});

test("the portal's own text leads to its pages", () => {
  expect(renderToStaticMarkup(<Markdown text="[keys](/keys)" isOwn />)).toBe(
    '<p><a href="/keys">keys</a></p>',
  );
});

const lines = (count: number, line: string) => Array.from({ length: count }, () => line).join('\n');

describe('Markdown that no parser can take is shown as it is written, and fast', () => {
  test.each([
    ['2,000 quotes', `${'> '.repeat(2_000)}deep`],
    ['2,000 lists', `${'- '.repeat(2_000)}deep`],
    [
      'lists by their indent',
      Array.from({ length: 99 }, (_, index) => `${'  '.repeat(index)}- a`).join('\n'),
    ],
    ['emphasis that never ends', '*a_ '.repeat(40_000)],
    ['the same in many paragraphs', lines(100, `${'*a_ '.repeat(450)}\n`)],
    ['the same after a fence that is HTML', `<div>\n\`\`\`\n</div>\n\n${'*a_ '.repeat(40_000)}`],
    ['brackets', '['.repeat(40_000)],
    ['a table that is filled up', `${'|a'.repeat(100)}\n${'|-'.repeat(100)}\n${lines(9_000, '|a')}`],
    ['hard breaks', lines(50_000, 'a  ')],
  ])('%s', (_what, text) => {
    expect(markdownProblem(text)).toBeDefined();
    const spent = cpuMs(() => {
      expect(renderToStaticMarkup(<Markdown text={text} />)).toContain('<pre');
      expect(renderToStaticMarkup(<Docs text={text} slug="a" />)).toContain('<pre');
      expect(plainText(text, 100).length).toBeLessThan(102);
    });
    expect(spent).toBeLessThan(1_000);
  });

  test.each([
    ['a long list', lines(2_000, '- *a* [b](https://c.example)')],
    ['a long table', `|a|b|\n|-|-|\n${lines(2_000, '| `a` | *b* |')}`],
    ['code', `\`\`\`js\n${lines(2_000, 'a[b] * c * d')}\n\`\`\``],
    ['32 levels', `${'> '.repeat(32)}deep`],
  ])('%s is parsed', (_what, text) => {
    expect(markdownProblem(text)).toBeUndefined();
  });
});
