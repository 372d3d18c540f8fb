import { toString as textOf } from 'mdast-util-to-string';
import { markdownProblem } from '../../lib/text/markdown-limits.ts';
import { markdownText } from '../../lib/text/markdown-text.ts';
import remarkParse from 'remark-parse';
import { unified } from 'unified';

/** Markdown as plain text for a meta description, cut between words. */
export function plainText(markdown: string, longest: number): string {
  const text = wordsOf(markdown).replace(/\s+/g, ' ').trim();
  if (text.length <= longest) return text;
  const cut = text.slice(0, longest);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), longest / 2)).trimEnd()}…`;
}

function wordsOf(markdown: string): string {
  if (markdownProblem(markdown) !== undefined) return markdownText(markdown);
  const { children } = unified().use(remarkParse).parse(markdown);
  return children.map((block) => textOf(block)).join(' ');
}
