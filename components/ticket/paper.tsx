import type { ReactNode } from 'react';

/** Holes along both edges, as of a perforation. */
const perforated = [
  '[mask-image:radial-gradient(circle_at_6px_0,transparent_3.5px,black_4px),radial-gradient(circle_at_6px_100%,transparent_3.5px,black_4px)]',
  '[mask-size:12px_100%] [mask-repeat:repeat-x] [mask-composite:intersect]',
].join(' ');

export function Paper({ children, className = '' }: { children: ReactNode; className?: string }) {
  return (
    <div className="drop-shadow-[0_0_0.5px_var(--quiet)]">
      <div className={`bg-card px-5 py-5 ${perforated} ${className}`}>{children}</div>
    </div>
  );
}
