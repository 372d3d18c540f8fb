import type { ComponentProps } from 'react';
import { equal } from '../../lib/json/json.ts';
import { LatePart } from '../late-part.tsx';
import { loadedPart } from '../loaded-part.tsx';
import type { Combobox } from './combobox.tsx';
import { inputLook } from './input-look.ts';

type Props = ComponentProps<typeof Combobox>;

/** Few choices are so long that they are searched in. */
const LoadedCombobox = loadedPart(async () => (await import('./combobox.tsx')).Combobox);

export function LateCombobox(props: Props) {
  return (
    <LatePart what="The choices" waiting={<Waiting {...props} />}>
      <LoadedCombobox {...props} />
    </LatePart>
  );
}

/** As it looks, and not to be typed into yet. */
function Waiting({ options, place, value, placeholder }: Props) {
  const chosen = options.find((option) => value !== undefined && equal(option.value, value));
  return (
    <input
      disabled
      aria-labelledby={place.labelId}
      value={chosen?.label ?? ''}
      placeholder={placeholder}
      className={inputLook}
    />
  );
}
