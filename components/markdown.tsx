import ReactMarkdown from 'react-markdown';
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

/** Text of an operator or of an imported document. Nothing in it runs, and nothing in it is fetched. */
export function Markdown({ text }: { text: string }) {
  return (
    <ReactMarkdown
      remarkPlugins={[remarkGfm]}
      rehypePlugins={[[rehypeSanitize, inertHtml]]}
      components={{ input: Task }}
    >
      {text}
    </ReactMarkdown>
  );
}
