import type { ReactNode } from 'react';

/** Last on a page: what stops somebody’s work, or cannot be undone. */
export function DangerZone({ children }: { children: ReactNode }) {
  return (
    <section aria-labelledby="danger" className="mt-10">
      <h2 id="danger" className="text-base font-semibold text-bad">
        Danger
      </h2>
      <div className="mt-2 divide-y divide-rule rounded-lg border border-[color-mix(in_srgb,var(--bad)_40%,var(--line))]">
        {children}
      </div>
    </section>
  );
}

interface Props {
  /** The act. */
  title: string;
  /** What stops, and what stays. */
  about: ReactNode;
  /** The button that opens the dialog. */
  children: ReactNode;
}

export function Danger({ title, about, children }: Props) {
  return (
    <section
      aria-label={title}
      className="flex items-center gap-x-6 gap-y-3 px-4 py-3 max-rail:flex-wrap max-rail:[&_button]:w-full"
    >
      <div className="min-w-0 flex-1 max-rail:basis-full">
        <h3 className="font-medium">{title}</h3>
        <p className="text-dense text-quiet">{about}</p>
      </div>
      {children}
    </section>
  );
}
