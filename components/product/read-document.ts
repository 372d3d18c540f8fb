import type { Element, Root } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import rehypeHighlight from 'rehype-highlight';
import rehypeSanitize from 'rehype-sanitize';
import rehypeSlug from 'rehype-slug';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { markdownProblem } from '../../lib/text/markdown-text.ts';
import { inertHtml } from '../markdown.tsx';

export interface DocHeading {
  id: string;
  text: string;
  depth: number;
}

/** Keeps the ids of headings apart from other ids on the page. */
const prefix = 'doc-';

/** After sanitizing, the pipeline adds only anchors and colours, and nothing that the author wrote. */
const pipeline = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkRehype)
  .use(rehypeSanitize, inertHtml)
  .use(rehypeSlug, { prefix })
  .use(rehypeHighlight, { prefix: 'code-' });

export function readDocument(text: string): { tree: Root; headings: DocHeading[] } {
  const tree = treeOf(text);
  return { tree, headings: tree.children.flatMap((node) => (node.type === 'element' ? heading(node) : [])) };
}

/** A text that cannot be parsed is shown as it is written, so that the rest of the page is there. */
function treeOf(text: string): Root {
  try {
    if (markdownProblem(text) === undefined) return pipeline.runSync(pipeline.parse(text));
  } catch {
    // A parser that fails is a text that cannot be parsed.
  }
  const written = { type: 'text' as const, value: text };
  return {
    type: 'root',
    children: [{ type: 'element', tagName: 'pre', properties: {}, children: [written] }],
  };
}

function heading(element: Element): DocHeading[] {
  const depth = /^h([2-3])$/.exec(element.tagName)?.[1];
  const { id } = element.properties;
  return depth === undefined || typeof id !== 'string'
    ? []
    : [{ id, text: textOf(element), depth: Number(depth) }];
}
