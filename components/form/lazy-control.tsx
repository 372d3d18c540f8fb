import type { ReactNode } from 'react';
import { LazyBoundary } from '../lazy-boundary.tsx';
import { useHydrated } from '../shell/use-hydrated.ts';

/**
 * Controls that load separately. Until they are hydrated, text that is typed into them is not in the input:
 * `isLoadingPart` keeps it from being left out of a call.
 */
export function LazyControl({ what, children }: { what: string; children: ReactNode }) {
  return (
    <LazyBoundary what={what}>
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
