import { type KeyboardEvent, use } from 'react';
import { describe } from '../../lib/form/describe.ts';
import type { FieldFault } from '../../lib/form/faults.ts';
import { isGroup } from '../../lib/form/is-group.ts';
import type { JsonValue } from '../../lib/json/json.ts';
import type { SchemaNode } from '../../lib/schema/schema-node.ts';
import type { Place } from './control-props.ts';
import { type ListPosition, ListTools } from './list-tools.tsx';
import { FormParts } from './form-parts.ts';

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
  schema: SchemaNode;
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
  const { Field } = use(FormParts);
  const label = `${place.label} ${index + 1}`;
  // A group takes the whole width, with its tools beside its label.
  const isWide = isGroup(describe(schema).widget);
  const press = (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (by === undefined || !event.altKey || !position.isOrdered || place.disabled) return;
    event.preventDefault();
    event.stopPropagation();
    onMove(by);
  };
  return (
    <li data-row={row} onKeyDown={press} className={isWide ? 'relative pt-2' : 'flex items-start gap-1'}>
      <div className={isWide ? '[&>*>:first-child]:pr-24' : 'min-w-0 flex-1'}>
        <Field
          schema={schema}
          slot={index}
          pointer={pointer}
          label={label}
          hidesLabel
          ordinal={index + 1}
          fixed
          value={value}
          onChange={onChange}
          faults={faults}
          disabled={place.disabled}
          depth={place.depth + 1}
        />
      </div>
      <div className={`flex ${isWide ? 'absolute top-1 right-0' : ''}`}>
        <ListTools
          label={label}
          disabled={place.disabled}
          {...position}
          onMove={onMove}
          onRemove={onRemove}
        />
      </div>
    </li>
  );
}
