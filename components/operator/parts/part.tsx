import type { ReactNode } from 'react';
import { CopyButton } from '../../shell/copy-button.tsx';

interface Props {
  id: string;
  title: string;
  /** Beside the title: a count, or the period. */
  note?: ReactNode;
  /** At the right: a small button, or a link to all. */
  action?: ReactNode;
  children: ReactNode;
}

/** A part of a page, with its heading. */
export function Part({ id, title, note, action, children }: Props) {
  return (
    <section aria-labelledby={id} className="mt-8 min-w-0">
      <div className="flex min-h-7 flex-wrap items-center gap-x-2.5 gap-y-1">
        <h2 id={id} className="text-base font-semibold">
          {title}
        </h2>
        {note !== undefined && <span className="text-dense text-quiet tabular-nums">{note}</span>}
        {action !== undefined && <span className="ml-auto flex items-center gap-2 text-dense">{action}</span>}
      </div>
      {children}
    </section>
  );
}

const colours = { plain: '', bad: 'bg-bad-soft text-bad' };

/** A state in one word beside a name. */
export function Mark({ text, tone = 'plain' }: { text: string; tone?: keyof typeof colours }) {
  return <span className={`tag ${colours[tone]}`}>{text}</span>;
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
