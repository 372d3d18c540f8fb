import type { ComponentProps } from 'react';
import { LazyControl } from './lazy-control.tsx';
import { lazyPart } from '../lazy-part.tsx';
import type { KeyRows } from './key-rows.tsx';

/** Few objects have keys that their schema does not name. */
const LoadedKeyRows = lazyPart(async () => (await import('./key-rows.tsx')).KeyRows);

export function LazyKeyRows(props: ComponentProps<typeof KeyRows>) {
  const { widget, object, names } = props;
  const canAdd = widget.rest !== undefined || widget.patterns.length > 0;
  if (!canAdd && Object.keys(object).every((key) => names.has(key))) return null;
  return (
    <LazyControl what="The keys">
      <LoadedKeyRows {...props} />
    </LazyControl>
  );
}
