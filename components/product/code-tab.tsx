'use client';

import { LazyBoundary } from '../lazy-boundary.tsx';
import { lazyPart } from '../lazy-part.tsx';

/** Few readers open this tab. */
const CallAsCode = lazyPart(async () => (await import('./call-as-code.tsx')).CallAsCode);

export function CodeTab() {
  return (
    <LazyBoundary what="The code">
      <CallAsCode />
    </LazyBoundary>
  );
}
