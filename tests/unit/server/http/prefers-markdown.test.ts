import { expect, test } from 'vitest';
import { prefersMarkdown } from '../../../../server/doors/preferences.ts';

test.each([
  [undefined, false],
  ['', false],
  ['*/*', false],
  ['text/*', false],
  ['text/html', false],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', false],
  ['text/markdown', true],
  ['TEXT/Markdown', true],
  ['text/markdown, */*', true],
  ['text/markdown, text/html, */*', true],
  ['text/html, text/markdown', false],
  ['text/html;q=0.9, text/markdown', true],
  ['text/markdown;q=0.9, text/html', false],
  ['text/markdown;q=0', false],
  ['text/markdown;q=0.0, */*;q=0.1', false],
  ['text/markdown;q=0.5, */*;q=0.8', false],
  ['text/markdown;variant=GFM;q=0.9, text/html;q=0.8', true],
  ['text/markdownish', false],
])('%j: %j', (accept, expected) => {
  expect(prefersMarkdown(accept)).toBe(expected);
});
