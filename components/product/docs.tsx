import { toString as textOf } from 'mdast-util-to-string';
import Link from 'next/link';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { markdownProblem, markdownText } from '../../lib/text/markdown-text.ts';
import { productAddress } from '../../lib/view/product-tab.ts';
import { rendered } from './code.tsx';
import { type DocHeading, readDocument } from './read-document.ts';

/** Fewer headings need no contents. */
const leastHeadings = 3;

/** The documentation, rendered on the server: the browser gets no parser and no highlighter. */
export function Docs({ text, slug }: { text: string; slug: string }) {
  return text.trim() === '' ? <NoDocs slug={slug} /> : <Document text={text} />;
}

/** Markdown, with its contents if it has many headings. */
export function Document({ text }: { text: string }) {
  const { tree, headings } = readDocument(text);
  return (
    <div className="flex flex-col gap-10 lg:grid lg:grid-cols-[minmax(0,1fr)_14rem]">
      <article className={look}>{rendered(tree)}</article>
      {headings.length >= leastHeadings && <Contents headings={headings} />}
    </div>
  );
}

/** Markdown without contents. */
export function Prose({ text, className = '' }: { text: string; className?: string }) {
  return <div className={`${look} ${className}`}>{rendered(readDocument(text).tree)}</div>;
}

const prose = [
  '[&_h1]:text-xl [&_h1]:font-semibold [&_h2]:mt-8 [&_h2]:text-lg [&_h2]:font-semibold [&_h2:first-child]:mt-0',
  '[&_h3]:mt-6 [&_h3]:font-semibold [&_h4]:mt-4 [&_h4]:font-medium',
  '[&_:is(h1,h2,h3,h4)]:scroll-mt-6 [&_:is(h1,h2,h3,h4)]:tracking-tight',
  '[&_p]:mt-3 [&_p:first-child]:mt-0 [&_a]:text-accent [&_a]:underline [&_a]:underline-offset-4',
  '[&_ul]:mt-3 [&_ul]:list-disc [&_ul]:pl-5 [&_ol]:mt-3 [&_ol]:list-decimal [&_ol]:pl-5 [&_li]:mt-1',
  '[&_:not(pre)>code]:rounded [&_:not(pre)>code]:bg-sunk [&_:not(pre)>code]:px-1 [&_:not(pre)>code]:py-0.5',
  '[&_code]:font-mono [&_code]:text-[0.875em] [&_blockquote]:border-l-2 [&_blockquote]:border-line [&_blockquote]:pl-4',
  '[&_table]:mt-4 [&_table]:block [&_table]:overflow-x-auto [&_table]:text-sm [&_:is(th,td)]:border-b [&_:is(th,td)]:border-line',
  '[&_:is(th,td)]:py-1.5 [&_:is(th,td)]:pr-6 [&_:is(th,td)]:text-left [&_:is(th,td)]:align-top [&_hr]:my-8 [&_hr]:border-line',
].join(' ');
const look = `doc max-w-3xl min-w-0 break-words ${prose}`;

function Contents({ headings }: { headings: DocHeading[] }) {
  return (
    <nav aria-label="Contents" className="order-first text-sm lg:sticky lg:top-6 lg:order-none lg:self-start">
      <h2 className="font-medium">Contents</h2>
      <ul className="mt-2 border-l border-line">
        {headings.map(({ id, text, depth }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className={`block py-0.5 break-words text-quiet hover:text-ink ${depth > 2 ? 'pl-7' : 'pl-4'}`}
            >
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function NoDocs({ slug }: { slug: string }) {
  return (
    <p className="border border-dashed border-line p-8 text-center text-quiet">
      This product has no documentation.{' '}
      <Link href={productAddress(slug, 'reference')} className="text-accent underline underline-offset-4">
        See its reference.
      </Link>
    </p>
  );
}

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
