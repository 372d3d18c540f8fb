import type { ReactNode, ComponentProps } from 'react';
import { equal } from '../../lib/json/json.ts';
import { LazyBoundary, lazyPart } from '../lazy-boundary.tsx';
import { useHydrated } from '../shell/use-hydrated.ts';
import type { Combobox } from './controls/combobox.tsx';
import { inputStyle } from './control-props.ts';

/**
 * Controls that load separately. Until they are hydrated, text that is typed into them is not in the input:
 * `isLoadingPart` keeps it from being left out of a call. React shows the fallback instead of the markup of the server
 * as soon as an update reaches a part that is still loading, so both carry the mark.
 */
export function LazyControl({ what, children }: { what: string; children: ReactNode }) {
  return (
    <LazyBoundary what={what} waiting={<Waiting />}>
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

function Waiting() {
  return (
    <p data-loading-part="" role="status" className="text-quiet text-sm">
      Loading…
    </p>
  );
}

type LazyComboboxProps = ComponentProps<typeof Combobox>;

/** Few choices are long enough for a search. */
const LoadedCombobox = lazyPart(async () => (await import('./controls/combobox.tsx')).Combobox);

export function LazyCombobox(props: LazyComboboxProps) {
  return (
    <LazyBoundary what="The choices" waiting={<WaitingCombobox {...props} />}>
      <LoadedCombobox {...props} />
    </LazyBoundary>
  );
}

/** A disabled field in place of the combobox. */
function WaitingCombobox({ options, place, value, placeholder }: LazyComboboxProps) {
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
