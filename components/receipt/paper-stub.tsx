import type { ReactNode } from 'react';

/** Torn paper: a ragged lower edge, with a transparent background behind it. */
export function PaperStub({ label, children }: { label: string; children: ReactNode }) {
  return (
    <article aria-label={label} className="[filter:drop-shadow(0_0_0.5px_var(--quiet))]">
      <div className="rounded-t-md bg-card pb-6 [mask:conic-gradient(from_-45deg_at_bottom,#0000,#000_1deg_89deg,#0000_90deg)_50%/12px_100%]">
        {children}
      </div>
    </article>
  );
}

/** A perforated line across the paper. */
export function Perforation() {
  return (
    <div aria-hidden="true" className="relative my-5 border-t-2 border-dashed border-line">
      <span className="absolute -top-2 -left-2 size-4 rounded-full bg-paper" />
      <span className="absolute -top-2 -right-2 size-4 rounded-full bg-paper" />
    </div>
  );
}
