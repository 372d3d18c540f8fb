import { use, useRef } from 'react';
import { placeFaults, pointerOf } from '../../lib/form/faults.ts';
import { tableColumns } from '../../lib/form/table-columns.ts';
import type { ListWidget } from '../../lib/form/widget.ts';
import type { JsonValue } from '../../lib/json/json.ts';
import { LazyBoundary } from '../lazy-boundary.tsx';
import { lazyPart } from '../lazy-part.tsx';
import type { ControlProps } from './control-props.ts';
import { describedBy } from './described-by.ts';
import { FieldFaults } from './field-faults.tsx';
import { ListFooter } from './list-footer.tsx';
import { ListRow } from './list-row.tsx';
import { MarkUntouched } from './use-untouched-values.ts';
import { useListEdits } from './use-list-edits.ts';
import { anySchema } from '../../lib/schema/schema-graph.ts';

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
