'use client';

import { LatePart } from '../late-part.tsx';
import { loadedPart } from '../loaded-part.tsx';

/** Few readers look at nine languages. Whoever does has them in the page as it comes. */
const CallAsCode = loadedPart(async () => (await import('./call-as-code.tsx')).CallAsCode);

export function UseIt() {
  return (
    <LatePart what="The code">
      <CallAsCode />
    </LatePart>
  );
}
