import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Markdown } from '../../components/markdown.tsx';

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
