import type { ListWidget } from '../../../lib/form/widget.ts';
import { quietButton } from '../../shell/buttons.tsx';
import { useHydrated } from '../../shell/use-hydrated.ts';
import { type ControlProps, wordButton } from '../control-props.ts';

export interface ListPosition {
  /** Whether the item can move: the first items of a tuple cannot. */
  isOrdered: boolean;
  isRemovable: boolean;
  isFirst: boolean;
  isLast: boolean;
}

/** Buttons that move and remove an item. */
export function ListTools({
  label,
  disabled,
  isOrdered,
  isRemovable,
  isFirst,
  isLast,
  onMove,
  onRemove,
}: ListPosition & {
  label: string;
  disabled: boolean;
  onMove: (by: number) => void;
  onRemove: () => void;
}) {
  // A click before hydration would be lost.
  const isDisabled = !useHydrated() || disabled;
  return (
    <>
      {isOrdered && (
        <>
          <Tool
            name="up"
            label={`Move ${label} up`}
            path="m2 8 4-4 4 4"
            disabled={isDisabled || isFirst}
            onClick={() => onMove(-1)}
          />
          <Tool
            name="down"
            label={`Move ${label} down`}
            path="m2 4 4 4 4-4"
            disabled={isDisabled || isLast}
            onClick={() => onMove(1)}
          />
        </>
      )}
      {isRemovable && (
        <Tool
          name="remove"
          label={`Remove ${label}`}
          path="m2.5 2.5 7 7m0-7-7 7"
          disabled={isDisabled}
          onClick={onRemove}
        />
      )}
    </>
  );
}

/** At the end of the list the button stays focusable, so that the focus stays in the list. */
function Tool({
  name,
  label,
  path,
  disabled,
  onClick,
}: {
  name: string;
  label: string;
  path: string;
  disabled: boolean;
  onClick: () => void;
}) {
  return (
    <button
      type="button"
      data-tool={name}
      aria-label={label}
      title={label}
      aria-disabled={disabled}
      onClick={() => disabled || onClick()}
      className="grid size-7 shrink-0 place-items-center rounded-md text-quiet hover:bg-sunk hover:text-ink aria-disabled:opacity-30"
    >
      <svg aria-hidden="true" viewBox="0 0 12 12" className="size-3 fill-none stroke-current stroke-[1.5]">
        <path d={path} />
      </svg>
    </button>
  );
}

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
