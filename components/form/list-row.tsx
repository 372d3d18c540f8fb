import type { KeyboardEvent } from 'react';
import type { FieldFault } from '../../lib/form/faults.ts';
import type { JsonValue } from '../../lib/json.ts';
import type { Schema } from '../../lib/operation.ts';
import type { Place } from './control-props.ts';
import { Field } from './field.tsx';
import { type ListPosition, ListTools } from './list-tools.tsx';

/** One item of a list, with what moves and removes it. */
export function ListRow({
  row,
  schema,
  place,
  index,
  pointer,
  value,
  onChange,
  faults,
  position,
  onMove,
  onRemove,
}: {
  row: number;
  schema: Schema;
  place: Place;
  index: number;
  pointer: string;
  value: JsonValue;
  onChange: (slot: string | number, next: JsonValue | undefined) => void;
  faults: FieldFault[];
  position: ListPosition;
  onMove: (by: number) => void;
  onRemove: () => void;
}) {
  const label = `${place.label} ${index + 1}`;
  const press = (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (by === undefined || !event.altKey || !position.isOrdered || place.disabled) return;
    event.preventDefault();
    event.stopPropagation();
    onMove(by);
  };
  return (
    <li data-row={row} onKeyDown={press} className="flex items-start gap-1">
      <div className="min-w-0 flex-1">
        <Field
          schema={schema}
          defs={place.defs}
          slot={index}
          pointer={pointer}
          label={label}
          hidesLabel
          fixed
          value={value}
          onChange={onChange}
          faults={faults}
          disabled={place.disabled}
          depth={place.depth + 1}
        />
      </div>
      <ListTools label={label} disabled={place.disabled} {...position} onMove={onMove} onRemove={onRemove} />
    </li>
  );
}
