import type { Element } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import type { ReactNode } from 'react';
import { CopyButton } from './copy-button.tsx';

/** The colours of code, by the names that the highlighter gives its words. */
const colours = [
  '[&_.code-attr]:text-accent [&_.code-attribute]:text-accent [&_.code-name]:text-accent [&_.code-keyword]:text-accent',
  '[&_.code-string]:text-good [&_.code-regexp]:text-good [&_.code-number]:text-warn [&_.code-literal]:text-warn',
  '[&_.code-comment]:text-quiet [&_.code-meta]:text-quiet [&_.code-punctuation]:text-quiet',
].join(' ');

export function CodeBlock({ children, node }: { children?: ReactNode; node?: Element | undefined }) {
  return (
    <div className="relative mt-3">
      <pre
        tabIndex={0}
        className={`overflow-x-auto rounded-md border border-line bg-sunk p-3 pr-20 text-sm leading-relaxed ${colours}`}
      >
        {children}
      </pre>
      {node && (
        <CopyButton
          text={textOf(node).trimEnd()}
          className="absolute top-2 right-2 rounded border border-line bg-card px-2 py-1 text-xs hover:bg-paper"
        />
      )}
    </div>
  );
}
