import type { ReactNode } from 'react';
import { CopyButton } from './copy-button.tsx';

interface Props {
  text: string;
  label: string;
  copies?: boolean;
  /** Breaks long lines, so that all of a secret is seen. */
  wraps?: boolean;
  /** The same text with colours. */
  children?: ReactNode;
}

/** Code with a button to copy it. It scrolls by keyboard, too. */
export function CodeBlock({ text, label, copies = true, wraps = false, children = text }: Props) {
  return (
    // The button has its own column, so that text never scrolls under it.
    <div className="min-w-0 sm:flex sm:items-start sm:rounded-md sm:border sm:border-line sm:bg-sunk">
      <pre
        tabIndex={0}
        role="group"
        aria-label={label}
        translate="no"
        className={`max-h-[36rem] min-w-0 overflow-auto rounded-md border border-line bg-sunk p-3 font-mono text-[0.8125rem] leading-relaxed [tab-size:4] sm:flex-1 sm:border-0 ${wraps ? 'whitespace-pre-wrap [overflow-wrap:anywhere]' : ''}`}
      >
        {children}
      </pre>
      {copies && (
        <div className="mt-1.5 flex shrink-0 justify-end sm:m-2 print:hidden">
          <CopyButton text={text} />
        </div>
      )}
    </div>
  );
}

/** A sentence with code between backticks. */
export function CodeText({ text }: { text: string }) {
  return text.split('`').map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <code key={index} className="rounded bg-sunk px-1 py-px font-mono text-[0.875em] break-words">
        {part}
      </code>
    ),
  );
}
