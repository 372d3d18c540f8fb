import type { ReactNode } from 'react';
import { CopyButton } from '../shell/copy-button.tsx';

/** A part of a page, with its heading. */
export function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="mt-8 min-w-0">
      <h2 id={id} className="text-lg font-semibold">
        {title}
      </h2>
      {children}
    </section>
  );
}

const colours = { plain: 'text-ink', bad: 'text-bad' };

/** A state in one word beside a name. */
export function Mark({ text, tone = 'plain' }: { text: string; tone?: keyof typeof colours }) {
  return (
    <span
      className={`rounded-sm bg-accent-soft px-1.5 text-sm font-normal whitespace-nowrap ${colours[tone]}`}
    >
      {text}
    </span>
  );
}

/** A link that is shown once. */
export function LinkToCopy({ link, about }: { link: string; about: string }) {
  return (
    <div role="status" className="mt-3 grid gap-2">
      <p className="text-sm text-quiet">{about}</p>
      <p className="rounded-md border border-line bg-sunk p-3 font-mono text-sm break-all select-all">
        {link}
      </p>
      <div>
        <CopyButton text={link} label="Copy the link" />
      </div>
    </div>
  );
}
