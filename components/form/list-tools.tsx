import { useKeysWork } from '../shell/use-keys-work.ts';

export interface ListPosition {
  /** Whether the item can change places: the first ones of a tuple cannot. */
  isOrdered: boolean;
  isRemovable: boolean;
  isFirst: boolean;
  isLast: boolean;
}

/** What moves and removes an item. */
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
  // A press before it listens would be lost.
  const isDisabled = !useKeysWork() || disabled;
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

/** A tool at the end of its way stays focusable: whoever moves an item to the top is not thrown out of the list. */
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
