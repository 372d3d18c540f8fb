'use client';

import { useDeferredValue } from 'react';
import { WhatIf } from '../pricing/what-if.tsx';
import { usePlayground } from '../playground/playground-provider.tsx';

/** The price around the current input of the playground. */
export function WhatIfPanel() {
  const { slug, fields, form, input } = usePlayground();
  return <WhatIf slug={slug} fields={fields} input={useDeferredValue(input)} price={form.price} />;
}
