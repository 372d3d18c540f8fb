import { type KeyboardEvent, use } from 'react';
import { type FieldFault, placeFaults, pointerOf } from '../../lib/form/faults.ts';
import type { TableColumn } from '../../lib/form/table-columns.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../lib/json/json.ts';
import { own } from '../../lib/schema/schema-references.ts';
import type { Place } from './control-props.ts';
import { FieldFaults } from './field-faults.tsx';
import { ListTools } from './list-tools.tsx';
import { useMemberEdits } from './use-newest.ts';
import { FormParts } from './form-parts.ts';

const empty: JsonObject = {};

interface Props {
  row: number;
  columns: TableColumn[];
  place: Place;
  index: number;
  isLast: boolean;
  value: JsonValue;
  onChange: (slot: string | number, next: JsonValue | undefined) => void;
  faults: FieldFault[];
  onMove: (from: number, to: number) => void;
  onRemove: (index: number) => void;
}

export function TableRow({
  row,
  columns,
  place,
  index,
  isLast,
  value,
  onChange,
  faults,
  onMove,
  onRemove,
}: Props) {
  const { Field } = use(FormParts);
  const object = isJsonObject(value) ? value : empty;
  const change = useMemberEdits(object, (next) => onChange(index, next));
  const { here, inside } = placeFaults(faults, (key) => columns.some(({ name }) => name === key));
  const pointer = pointerOf(place.pointer, index);
  return (
    <tr
      data-row={row}
      data-pointer={pointer}
      onKeyDown={(event) => !place.disabled && moveByArrow(event, index, onMove)}
      className="scroll-mt-24 align-top"
    >
      <th scope="row" className="pt-1.5 pr-2 text-right text-xs font-normal text-quiet tabular-nums">
        <span className="sr-only">{place.label} </span>
        {index + 1}
        <FieldFaults faults={here} />
      </th>
      {columns.map(({ name, label: heading, schema, required }) => (
        <td key={name} data-column={name} className="p-0.5">
          <Field
            schema={schema}
            required={required}
            slot={name}
            onChange={change}
            pointer={pointerOf(pointer, name)}
            label={`${heading} ${index + 1}`}
            hidesLabel
            isCell
            value={own(object, name)}
            faults={inside(name)}
            disabled={place.disabled}
            depth={place.depth + 1}
          />
        </td>
      ))}
      <td className="pl-1 whitespace-nowrap *:inline-grid">
        <ListTools
          label={`${place.label} ${index + 1}`}
          disabled={place.disabled}
          isOrdered
          isRemovable
          isFirst={index === 0}
          isLast={isLast}
          onMove={(by) => onMove(index, index + by)}
          onRemove={() => onRemove(index)}
        />
      </td>
    </tr>
  );
}

/** Alt and an arrow key move the row. */
function moveByArrow(event: KeyboardEvent, index: number, onMove: (from: number, to: number) => void): void {
  const by = event.altKey ? { ArrowUp: -1, ArrowDown: 1 }[event.key] : undefined;
  if (by === undefined) return;
  event.preventDefault();
  // The event may come from a table inside a row of another list.
  event.stopPropagation();
  onMove(index, index + by);
}
