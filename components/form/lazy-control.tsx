import type { ReactNode } from 'react';
import { LazyBoundary } from '../lazy-boundary.tsx';
import { useHydrated } from '../shell/use-hydrated.ts';

/**
 * Controls that load separately. Until they are hydrated, text that is typed into them is not in the input:
 * `isLoadingPart` keeps it from being left out of a call. React shows the fallback instead of the markup of the server
 * as soon as an update reaches a part that is still loading, so both carry the mark.
 */
export function LazyControl({ what, children }: { what: string; children: ReactNode }) {
  return (
    <LazyBoundary what={what} waiting={<Waiting />}>
      <HydratedMark>{children}</HydratedMark>
    </LazyBoundary>
  );
}

function HydratedMark({ children }: { children: ReactNode }) {
  const isHydrated = useHydrated();
  return (
    <div className="contents" data-loading-part={isHydrated ? undefined : ''}>
      {children}
    </div>
  );
}

function Waiting() {
  return (
    <p data-loading-part="" role="status" className="text-quiet text-sm">
      Loading…
    </p>
  );
}
