'use client';

import { useDeferredValue } from 'react';
import { LazyBoundary, lazyPart } from '../lazy-boundary.tsx';
import { usePlayground } from '../playground/playground-provider.tsx';
import { WhatIf } from '../pricing/what-if.tsx';

/** Few readers open this tab. */
const CallAsCode = lazyPart(async () => (await import('./call-as-code.tsx')).CallAsCode);

export function CodeTab() {
  return (
    <LazyBoundary what="The code">
      <CallAsCode />
    </LazyBoundary>
  );
}

/** The price around the current input of the playground. */
export function WhatIfPanel() {
  const { slug, fields, form, input } = usePlayground();
  return <WhatIf slug={slug} fields={fields} input={useDeferredValue(input)} price={form.price} />;
}
