import type { Element } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import type { ReactNode } from 'react';
import { CodeBlock } from '../shell/code-block.tsx';

/** Colours for the classes of the highlighter. */
const colours = [
  '[&_.code-attr]:text-accent [&_.code-attribute]:text-accent [&_.code-name]:text-accent [&_.code-keyword]:text-accent',
  '[&_.code-string]:text-good [&_.code-regexp]:text-good [&_.code-number]:text-warn [&_.code-literal]:text-warn',
  '[&_.code-comment]:text-quiet [&_.code-meta]:text-quiet [&_.code-punctuation]:text-quiet',
].join(' ');

export function ColouredCode({ children, node }: { children?: ReactNode; node?: Element | undefined }) {
  const text = node ? textOf(node).trimEnd() : '';
  return (
    <div className={`mt-3 ${colours}`}>
      <CodeBlock text={text} label="Code">
        {children}
      </CodeBlock>
    </div>
  );
}
