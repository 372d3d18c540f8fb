import type { ReactNode } from 'react';
import { basics } from '../../lib/reference/basics.ts';
import { failureCosts, type QuickstartStep } from '../../lib/reference/quickstart.ts';
import { Markdown } from '../markdown.tsx';
import { CodeBlock, CodeText } from '../shell/code-block.tsx';

/** The steps as stops of a line. */
export function Quickstart({ steps }: { steps: QuickstartStep[] }) {
  return (
    <ol className="mt-8 [&_a]:text-accent [&_a]:underline [&_a]:underline-offset-4 [&_p]:max-w-prose [&_p_code]:rounded [&_p_code]:bg-sunk [&_p_code]:px-1 [&_p_code]:font-mono [&_p_code]:text-[0.875em]">
      {steps.map(({ id, title, text, command, after }, index) => (
        <li
          key={id}
          className="group grid grid-cols-[2rem_minmax(0,1fr)] gap-x-3 sm:gap-x-4"
          aria-labelledby={id}
        >
          <div aria-hidden className="flex flex-col items-center">
            <span className="grid size-8 shrink-0 place-items-center rounded-full border border-line bg-card text-sm font-semibold tabular-nums">
              {index + 1}
            </span>
            <span className="flex-1 border-l-2 border-dashed border-line group-last:hidden" />
          </div>
          <section className="min-w-0 pb-8 group-last:pb-0">
            <h2 id={id} className="scroll-mt-6 text-lg leading-8 font-semibold">
              {title}
            </h2>
            <div className="mt-1 mb-3">
              <Markdown text={text} isOwn />
            </div>
            {command === undefined ? <Costs /> : <CodeBlock text={command} label={`Command: ${title}`} />}
            {after !== undefined && (
              <div className="mt-3">
                <Markdown text={after} isOwn />
              </div>
            )}
          </section>
        </li>
      ))}
    </ol>
  );
}

function Costs() {
  return (
    <dl className="divide-y divide-line border-y border-line text-sm">
      {failureCosts.map(({ what, cost }) => (
        <div key={what} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 py-2">
          <dt>
            <CodeText text={what} />
          </dt>
          <dd className="font-medium">{cost}</dd>
        </div>
      ))}
    </dl>
  );
}

export function Basics({ more }: { more: Record<string, ReactNode> }) {
  return basics.map(({ id, title, paragraphs }) => (
    <section key={id} aria-labelledby={id} className="mt-8">
      <h2 id={id} className="scroll-mt-6 text-lg font-semibold">
        {title}
      </h2>
      {paragraphs.map((paragraph) => (
        <p key={paragraph} className="mt-2 max-w-prose">
          <CodeText text={paragraph} />
        </p>
      ))}
      {more[id]}
    </section>
  ));
}
