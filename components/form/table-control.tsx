import { type KeyboardEvent, type RefObject, useRef } from 'react';
import { type FieldFault, placeFaults } from '../../lib/form/faults.ts';
import { hintOf } from '../../lib/view/form/hint.ts';
import { describe } from '../../lib/form/describe.ts';
import type { TableColumn } from '../../lib/form/table-columns.ts';
import type { ListWidget } from '../../lib/form/widget.ts';
import { groupedNumber } from '../../lib/text/grouped-number.ts';
import type { JsonValue } from '../../lib/json/json.ts';
import { quietButton } from '../quiet-button.ts';
import type { ControlProps } from './control-props.ts';
import { FieldFaults } from './field-faults.tsx';
import { InlineMarkdown } from './inline-markdown.tsx';
import { openingOf } from '../../lib/form/help-opening.ts';
import { useHydrated } from '../shell/use-hydrated.ts';
import { ListFooter } from './list-footer.tsx';
import { TableRow } from './table-row.tsx';
import { useCellKeys } from './use-cell-keys.ts';
import { type RenderedRows, useRenderedRows } from './use-rendered-rows.ts';
import type { ListEdits } from './use-list-edits.ts';

/** A list of small flat objects as a table, into which people paste cells of a spreadsheet. */
export function TableControl({
  columns,
  items,
  edits,
  ...props
}: ControlProps<ListWidget> & { columns: TableColumn[]; items: JsonValue[]; edits: ListEdits }) {
  const { place, faults } = props;
  const { rows, change, remove, replace } = edits;
  const drawn = useRenderedRows(items.length);
  const add = (column?: string) => {
    drawn.reach(items.length);
    edits.add(column);
  };
  const move = (from: number, to: number) => {
    if (to < items.length) drawn.reach(to);
    edits.move(from, to);
  };
  const body = useRef<HTMLTableSectionElement>(null);
  const { here, inside } = placeFaults(
    faults,
    (key) => Number(key) >= drawn.from && Number(key) < Math.min(drawn.to, items.length),
  );
  // A click before hydration would be lost.
  const isReady = useHydrated();
  const { pasted, paste, press } = useCellKeys(
    { ...props, columns, items, edits: { add, replace }, drawn },
    body,
  );
  return (
    <div onPasteCapture={paste}>
      <FieldFaults id={`${place.id}-group`} faults={here} />
      {drawn.from > 0 && (
        <button type="button" onClick={drawn.showEarlier} className={quietButton}>
          Show the rows before row {groupedNumber(drawn.from + 1)}
        </button>
      )}
      {items.length > 0 && (
        <Rows
          columns={columns}
          items={items}
          place={place}
          body={body}
          drawn={drawn}
          rows={rows}
          faultsOf={(index) => inside(String(index))}
          onKeyDown={press}
          onChange={change}
          onMove={move}
          onRemove={remove}
        />
      )}
      {items.length > drawn.to && (
        <button type="button" disabled={!isReady} onClick={drawn.showLater} className={quietButton}>
          Show more of {groupedNumber(items.length)} rows
        </button>
      )}
      <ListFooter {...props} unit="row" onAdd={() => add()} />
      <p role="status" className="text-sm text-quiet empty:hidden">
        {pasted}
      </p>
    </div>
  );
}

function Rows({
  columns,
  items,
  rows,
  place,
  body,
  drawn,
  faultsOf,
  onKeyDown,
  onChange,
  onMove,
  onRemove,
}: {
  columns: TableColumn[];
  items: JsonValue[];
  rows: number[];
  place: ControlProps<ListWidget>['place'];
  body: RefObject<HTMLTableSectionElement | null>;
  drawn: RenderedRows;
  faultsOf: (index: number) => FieldFault[];
  onKeyDown: (event: KeyboardEvent) => void;
  onChange: ListEdits['change'];
  onMove: ListEdits['move'];
  onRemove: ListEdits['remove'];
}) {
  return (
    // The scrolling box cuts off the focus ring: the padding makes room for it.
    <div className="-mx-1 overflow-x-auto p-1" onKeyDown={onKeyDown}>
      <table className="w-full border-separate [&_textarea]:min-h-0 border-spacing-0 [&_:is(input,textarea,select)]:px-2 [&_:is(input,textarea,select)]:py-1 [&_:is(input,textarea,select)]:text-sm">
        <thead>
          <tr className="text-left align-top text-sm">
            <td className="w-0" />
            {columns.map((column) => (
              <Heading key={column.name} column={column} />
            ))}
            <td className="w-0" />
          </tr>
        </thead>
        <tbody ref={body}>
          {items.slice(drawn.from, drawn.to).map((item, at) => {
            const index = drawn.from + at;
            return (
              <TableRow
                key={rows[index]}
                row={rows[index] ?? index}
                columns={columns}
                place={place}
                index={index}
                isLast={index === items.length - 1}
                value={item}
                onChange={onChange}
                faults={faultsOf(index)}
                onMove={onMove}
                onRemove={onRemove}
              />
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function Heading({ column }: { column: TableColumn }) {
  const description = describe(column.schema);
  const hint = hintOf(description, description.default);
  const help = openingOf(description.help);
  return (
    <th scope="col" className={`px-0.5 pb-1 font-medium ${widthOf(column)}`}>
      {column.label}
      {column.required && (
        <span className="ml-1 text-accent">
          <span aria-hidden="true">*</span>
          <span className="sr-only">required</span>
        </span>
      )}
      {hint !== '' && <span className="block text-xs font-normal text-quiet">{hint}</span>}
      {help !== '' && (
        <div className="text-xs font-normal text-quiet">
          <InlineMarkdown text={help} />
        </div>
      )}
    </th>
  );
}

function widthOf({ widget }: TableColumn): string {
  return widget.kind === 'text' ? 'min-w-36' : 'min-w-24';
}
