import type { ReactNode } from 'react';
import { basics } from '../../lib/reference/basics.ts';
import { CodeText } from '../shell/code-text.tsx';

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
