import { CopyButton } from './copy-button.tsx';

/** Text for a machine, to be read, scrolled by the keyboard as well, and copied. */
export function CodeBlock({ text, label, copies = true }: { text: string; label: string; copies?: boolean }) {
  return (
    <div className="relative">
      <pre
        tabIndex={0}
        role="region"
        aria-label={label}
        className="overflow-x-auto rounded-md border border-line bg-sunk p-3 font-mono text-[0.8125rem] leading-relaxed sm:pr-20"
      >
        {text}
      </pre>
      {copies && (
        <div className="mt-1.5 flex justify-end sm:absolute sm:top-2 sm:right-2 sm:mt-0 print:hidden">
          <CopyButton text={text} />
        </div>
      )}
    </div>
  );
}
