'use client';

import { useDeferredValue } from 'react';
import { usePlayground } from '../playground/playground-provider.tsx';
import { Snippets } from '../snippets/snippets.tsx';

/** The current input of the playground as code. */
export function CallAsCode() {
  const { slug, origin, fields, input } = usePlayground();
  return <Snippets slug={slug} origin={origin} input={useDeferredValue(input)} fields={fields} />;
}
