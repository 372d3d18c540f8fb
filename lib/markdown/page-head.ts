import { plainWords } from '../agents/plain-words.ts';
import { quotedWords } from '../agents/quoted-words.ts';

/** The beginning of each Markdown page. */
export function pageHead(title: string, origin: string, page: string): string {
  return [
    `# ${title}`,
    `> This is ${origin}${page} for machines. All pages for machines are listed in ${origin}/llms.txt.`,
  ].join('\n\n');
}

/** Pages whose Markdown is at the same address with `.md` behind it. */
const pageWithTwin =
  /^\/(?:docs|connect|changes|problems|products\/[^/.]+\/prices|(?:products|apis|problems|docs|pages)\/[^/.]+)$/;

/** Where the Markdown of a page is; undefined for pages that have none. */
export function markdownAddress(pathname: string): string | undefined {
  if (pathname === '/') return '/index.md';
  return pageWithTwin.test(pathname) ? `${pathname}.md` : undefined;
}

/** The link of a page to its Markdown, for its metadata. */
export function markdownLink(pathname: string): Record<string, string> {
  const address = markdownAddress(pathname);
  return address === undefined ? {} : { 'text/markdown': address };
}

/** A line of somebody else in the portal's own Markdown: its words, with no markup that still works. */
export function providerWords(text: string, most: number): string {
  return withoutMarkup(plainWords(text, most));
}

/** In quotation marks, beside words of the portal. Empty if there are none. */
export function providerQuote(text: string, most: number): string {
  return withoutMarkup(quotedWords(text, most));
}

function withoutMarkup(words: string): string {
  return words.replace(/[\\`*_{}[\]<>#|!~&$]/g, String.raw`\$&`);
}

/** All that shows nothing or turns the direction of text, but for line ends, tabs, and joiners that scripts need. */
const hidden = /[^\P{C}\n\t\u200c\u200d]/gu;

/** A text of somebody else as a block that no line of it can end. */
export function providerBlock(text: string, most: number, language = 'markdown'): string {
  const lines = text.replace(/\r\n?|[\u2028\u2029\u0085\v\f]/g, '\n').replace(hidden, '');
  const shown = lines.length <= most ? lines : `${lines.slice(0, most).toWellFormed()}…`;
  const longest = Math.max(2, ...[...shown.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${shown.replace(/\n+$/, '')}\n${fence}`;
}
