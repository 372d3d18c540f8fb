import ReactMarkdown, { defaultUrlTransform } from 'react-markdown';
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import { markdownProblem } from '../lib/text/markdown-text.ts';

/** The checkbox of a task list. */
function Task({ checked }: { checked?: boolean | undefined }) {
  return (
    <input
      type="checkbox"
      disabled
      checked={checked === true}
      aria-label={checked ? 'Done' : 'To do'}
      readOnly
    />
  );
}

/** A relative link would lead to a page of the portal. */
function outward(address: string): string | undefined {
  return /^[a-z][a-z\d+.-]*:/i.test(address) ? defaultUrlTransform(address) : undefined;
}

/**
 * Markdown of an operator or an imported document. It runs nothing and fetches nothing. Only the portal's own text may
 * link to its pages. A text that cannot be parsed is shown as it is written.
 */
export function Markdown({ text, isOwn = false }: { text: string; isOwn?: boolean }) {
  const written = <pre className="whitespace-pre-wrap wrap-anywhere">{text}</pre>;
  if (markdownProblem(text) !== undefined) return written;
  try {
    // Called here, because an error of a component would be an error of the page.
    return ReactMarkdown({
      remarkPlugins: [remarkGfm],
      rehypePlugins: [[rehypeSanitize, inertHtml]],
      components: { input: Task },
      urlTransform: isOwn ? defaultUrlTransform : outward,
      children: text,
    });
  } catch {
    return written;
  }
}

/** Removes images, which would contact other hosts, and shows where each link leads. */
export const inertHtml = {
  ...defaultSchema,
  tagNames: defaultSchema.tagNames?.filter((name) => name !== 'img') ?? [],
};
