import { use, useRef, type KeyboardEvent } from 'react';
import { describe } from '../../../lib/form/describe.ts';
import { placeFaults, pointerOf, type FieldFault } from '../../../lib/form/faults.ts';
import { isGroup, type ListWidget } from '../../../lib/form/widget.ts';
import { tableColumns } from '../../../lib/form/table-columns.ts';
import type { JsonValue } from '../../../lib/json/json.ts';
import { anySchema } from '../../../lib/schema/schema-graph.ts';
import type { SchemaNode } from '../../../lib/schema/schema-node.ts';
import { LazyBoundary, lazyPart } from '../../lazy-boundary.tsx';
import { type ControlProps, type Place, describedBy, FormParts } from '../control-props.ts';
import { FieldFaults } from '../field-faults.tsx';
import { ListFooter, type ListPosition, ListTools } from './list-tools.tsx';
import { useListEdits } from '../use-list-edits.ts';
import { MarkUntouched } from '../use-untouched-values.ts';

const TableControl = lazyPart(async () => (await import('./table-control.tsx')).TableControl);
const none: JsonValue[] = [];

/** A list whose items can be added, removed, and moved with buttons or Alt and arrow keys. */
export function ListControl(props: ControlProps<ListWidget>) {
  const { widget, place, value, onChange, faults } = props;
  const items = Array.isArray(value) ? value : none;
  const container = useRef<HTMLDivElement>(null);
  const edits = useListEdits(widget, items, onChange, container);
  const { rows, announcement, change, remove, move } = edits;
  const markUntouched = use(MarkUntouched);
  const add = (into?: string) => {
    markUntouched(pointerOf(place.pointer, items.length));
    edits.add(into);
  };
  const columns = tableColumns(widget, items);
  const { here, inside } = placeFaults(faults, (key) => /^\d+$/.test(key) && Number(key) < items.length);
  return (
    <div
      ref={container}
      role="group"
      aria-labelledby={place.labelId}
      aria-describedby={describedBy(place.describedBy, here.length > 0 && `${place.id}-group`)}
      className="mt-1"
    >
      {columns ? (
        <LazyBoundary what="This table">
          <TableControl {...props} columns={columns} items={items} edits={{ ...edits, add }} />
        </LazyBoundary>
      ) : (
        <>
          <FieldFaults id={`${place.id}-group`} faults={here} />
          <ol className="space-y-3">
            {items.map((item, index) => (
              <ListRow
                key={rows[index]}
                row={rows[index] ?? index}
                schema={widget.prefix[index] ?? widget.items ?? anySchema}
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
          <ListFooter {...props} unit="item" onAdd={() => add()} />
        </>
      )}
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </div>
  );
}

function ListRow({
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
