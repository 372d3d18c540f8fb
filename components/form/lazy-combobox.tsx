import type { ComponentProps } from 'react';
import { equal } from '../../lib/json/json.ts';
import { LazyBoundary } from '../lazy-boundary.tsx';
import { lazyPart } from '../lazy-part.tsx';
import type { Combobox } from './combobox.tsx';
import { inputStyle } from './input-style.ts';

type Props = ComponentProps<typeof Combobox>;

/** Few choices are long enough for a search. */
const LoadedCombobox = lazyPart(async () => (await import('./combobox.tsx')).Combobox);

export function LazyCombobox(props: Props) {
  return (
    <LazyBoundary what="The choices" waiting={<Waiting {...props} />}>
      <LoadedCombobox {...props} />
    </LazyBoundary>
  );
}

/** A disabled field in place of the combobox. */
function Waiting({ options, place, value, placeholder }: Props) {
  const chosen = options.find((option) => value !== undefined && equal(option.value, value));
  return (
    <input
      disabled
      aria-labelledby={place.labelId}
      value={chosen?.label ?? ''}
      placeholder={placeholder}
      className={inputStyle}
    />
  );
}
