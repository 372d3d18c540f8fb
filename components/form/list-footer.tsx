import type { ListWidget } from '../../lib/form/widget.ts';
import { useHydrated } from '../shell/use-hydrated.ts';
import { quietButton } from '../quiet-button.ts';
import type { ControlProps } from './control-props.ts';
import { wordButton } from './input-style.ts';

export function ListFooter({
  widget,
  place,
  value,
  onChange,
  unit,
  onAdd,
}: Omit<ControlProps<ListWidget>, 'faults'> & { unit: 'item' | 'row'; onAdd: () => void }) {
  // A click before hydration would be lost.
  const isDisabled = !useHydrated() || place.disabled;
  const length = Array.isArray(value) ? value.length : 0;
  const canAdd = length < widget.maxItems && (length < widget.prefix.length || widget.items !== undefined);
  return (
    <div className="my-1 flex flex-wrap items-center gap-2">
      {canAdd && (
        <button
          type="button"
          data-tool="add"
          disabled={isDisabled}
          onClick={onAdd}
          className={`${quietButton} border-dashed`}
        >
          <span aria-hidden="true">+</span> Add {unit}
          <span className="sr-only"> to {place.label}</span>
        </button>
      )}
      {value === undefined && widget.minItems === 0 && (
        <button type="button" disabled={isDisabled} onClick={() => onChange([])} className={wordButton}>
          Send an empty list<span className="sr-only"> as {place.label}</span>
        </button>
      )}
      {value !== undefined && length === 0 && (
        <span className="text-sm text-quiet">An empty list is sent.</span>
      )}
    </div>
  );
}
