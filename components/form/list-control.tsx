import { useRef } from 'react';
import { placeFaults, pointerOf } from '../../lib/form/faults.ts';
import type { ListWidget } from '../../lib/form/widget.ts';
import type { JsonValue } from '../../lib/json.ts';
import type { ControlProps } from './control-props.ts';
import { FieldFaults } from './field-faults.tsx';
import { quietButton, wordButton } from './input-look.ts';
import { ListRow } from './list-row.tsx';
import { useListEdits } from './use-list-edits.ts';

const none: JsonValue[] = [];

/** The items of a list: added, removed, and moved with buttons or with Alt and the arrow keys. */
export function ListControl({ widget, place, value, onChange, faults }: ControlProps<ListWidget>) {
  const items = Array.isArray(value) ? value : none;
  const container = useRef<HTMLDivElement>(null);
  const { rows, said, change, add, remove, move } = useListEdits(
    widget,
    items,
    onChange,
    place.defs,
    container,
  );
  const { here, inside } = placeFaults(faults, (key) => /^\d+$/.test(key) && Number(key) < items.length);
  return (
    <div
      ref={container}
      role="group"
      aria-labelledby={place.labelId}
      aria-describedby={place.describedBy}
      className="mt-1"
    >
      <FieldFaults faults={here} />
      <ol className="space-y-3">
        {items.map((item, index) => (
          <ListRow
            key={rows[index]}
            row={rows[index] ?? index}
            schema={widget.prefix[index] ?? widget.items ?? true}
            place={place}
            index={index}
            pointer={pointerOf(place.pointer, index)}
            value={item}
            onChange={change}
            faults={inside(String(index))}
            position={{
              isOrdered: index >= widget.prefix.length,
              isRemovable: index >= widget.prefix.length || index === items.length - 1,
              isFirst: index <= widget.prefix.length,
              isLast: index === items.length - 1,
            }}
            onMove={(by) => move(index, index + by)}
            onRemove={() => remove(index)}
          />
        ))}
      </ol>
      <ListFooter widget={widget} place={place} value={value} onChange={onChange} onAdd={add} />
      <p role="status" className="sr-only">
        {said}
      </p>
    </div>
  );
}

function ListFooter({
  widget,
  place,
  value,
  onChange,
  onAdd,
}: Omit<ControlProps<ListWidget>, 'faults'> & { onAdd: () => void }) {
  const length = Array.isArray(value) ? value.length : 0;
  const canAdd = length < widget.maxItems && (length < widget.prefix.length || widget.items !== undefined);
  return (
    <div className="my-1 flex flex-wrap items-center gap-2">
      {canAdd && (
        <button
          type="button"
          data-tool="add"
          disabled={place.disabled}
          onClick={onAdd}
          className={`${quietButton} border-dashed`}
        >
          <span aria-hidden="true">+</span> Add item<span className="sr-only"> to {place.label}</span>
        </button>
      )}
      {value === undefined && widget.minItems === 0 && (
        <button type="button" disabled={place.disabled} onClick={() => onChange([])} className={wordButton}>
          Send none<span className="sr-only"> as {place.label}</span>
        </button>
      )}
      {value !== undefined && length === 0 && (
        <span className="text-sm text-quiet">An empty list is sent.</span>
      )}
    </div>
  );
}
