'use client';

import { LazyBoundary, lazyPart } from '../lazy-boundary.tsx';

/** Few readers open this tab. */
const CallAsCode = lazyPart(async () => (await import('./call-as-code.tsx')).CallAsCode);

export function CodeTab() {
  return (
    <LazyBoundary what="The code">
      <CallAsCode />
    </LazyBoundary>
  );
}
