import ReactMarkdown, { defaultUrlTransform } from 'react-markdown';
import rehypeSanitize from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import { inertHtml } from './inert-html.ts';

/** The box of a task in a list, which says what it is. */
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

/** A relative address is relative to the document that it comes from: here it would lead to a page of the portal. */
function outward(address: string): string | undefined {
  return /^[a-z][a-z\d+.-]*:/i.test(address) ? defaultUrlTransform(address) : undefined;
}

/**
 * Text of an operator or of an imported document. Nothing in it runs, and nothing in it is fetched. The portal's own
 * text alone leads to its pages.
 */
export function Markdown({ text, isOwn = false }: { text: string; isOwn?: boolean }) {
  return (
    <ReactMarkdown
      remarkPlugins={[remarkGfm]}
      rehypePlugins={[[rehypeSanitize, inertHtml]]}
      components={{ input: Task }}
      urlTransform={isOwn ? defaultUrlTransform : outward}
    >
      {text}
    </ReactMarkdown>
  );
}
