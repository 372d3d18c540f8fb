import type { Root, Element } from 'hast';
import { toJsxRuntime } from 'hast-util-to-jsx-runtime';
import { toString as textOf } from 'hast-util-to-string';
import type { ReactNode } from 'react';
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';
import { CodeBlock } from '../shell/code-block.tsx';
import { readDocument } from './read-document.ts';

/** Longer than any run of backticks in JSON or a price. */
const fence = '````````';

/** A text as a code block of the documentation. */
export function Code({ text, language }: { text: string; language: string }) {
  return rendered(readDocument(`${fence}${language}\n${text}\n${fence}`).tree);
}

/** Guaranteed by the runtime that is passed: it is React's. The types of the package are older than React's. */
export function rendered(tree: Root): ReactNode {
  return toJsxRuntime(tree, {
    Fragment,
    jsx,
    jsxs,
    passNode: true,
    components: { pre: ColouredCode },
  }) as ReactNode;
}

/** Colours for the classes of the highlighter. */
const colours = [
  '[&_.code-attr]:text-accent [&_.code-attribute]:text-accent [&_.code-name]:text-accent [&_.code-keyword]:text-accent',
  '[&_.code-string]:text-good [&_.code-regexp]:text-good [&_.code-number]:text-warn [&_.code-literal]:text-warn',
  '[&_.code-comment]:text-quiet [&_.code-meta]:text-quiet [&_.code-punctuation]:text-quiet',
].join(' ');

function ColouredCode({ children, node }: { children?: ReactNode; node?: Element | undefined }) {
  const text = node ? textOf(node).trimEnd() : '';
  return (
    <div className={`mt-3 ${colours}`}>
      <CodeBlock text={text} label="Code">
        {children}
      </CodeBlock>
    </div>
  );
}
