import type { ReactNode } from 'react';
import { CopyButton } from './copy-button.tsx';

interface Props {
  text: string;
  label: string;
  copies?: boolean;
  /** The same text in colours. */
  children?: ReactNode;
}

/** Text for a machine, to be read, scrolled by the keyboard as well, and copied. */
export function CodeBlock({ text, label, copies = true, children = text }: Props) {
  return (
    <div className="relative min-w-0">
      <pre
        tabIndex={0}
        role="group"
        aria-label={label}
        translate="no"
        className={`max-h-[36rem] overflow-auto rounded-md border border-line bg-sunk p-3 font-mono text-[0.8125rem] leading-relaxed [tab-size:4] ${copies ? 'sm:pr-28' : ''}`}
      >
        {children}
      </pre>
      {copies && (
        <div className="mt-1.5 flex justify-end sm:absolute sm:top-2 sm:right-2 sm:mt-0 print:hidden">
          <CopyButton text={text} />
        </div>
      )}
    </div>
  );
}
