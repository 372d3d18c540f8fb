import type { ReactNode } from 'react';

/** A page with one form. */
export function NarrowPage({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  return (
    <main className="mx-auto w-full max-w-6xl px-4 py-8 sm:px-6 sm:py-10">
      <div className="mx-auto max-w-md">
        <h1 className="text-3xl font-semibold tracking-tight">{title}</h1>
        {lead !== undefined && <p className="mt-2 text-quiet">{lead}</p>}
        {children}
      </div>
    </main>
  );
}
