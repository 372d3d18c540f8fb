import { useHydrated } from '../shell/use-hydrated.ts';

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
