import { type KeyboardEvent, type RefObject, useRef, use } from 'react';
import { describe } from '../../../lib/form/describe.ts';
import { type FieldFault, placeFaults, pointerOf } from '../../../lib/form/faults.ts';
import { openingOf } from '../../../lib/form/help-opening.ts';
import type { TableColumn } from '../../../lib/form/table-columns.ts';
import type { ListWidget } from '../../../lib/form/widget.ts';
import { type JsonValue, isJsonObject, type JsonObject } from '../../../lib/json/json.ts';
import { own } from '../../../lib/schema/schema-references.ts';
import { groupedNumber } from '../../../lib/text/numbers.ts';
import { hintOf } from '../../../lib/view/form/control-view.ts';
import { quietButton } from '../../shell/buttons.tsx';
import { useHydrated } from '../../shell/use-hydrated.ts';
import { type ControlProps, type Place, FormParts } from '../control-props.ts';
import { FieldFaults } from '../field-faults.tsx';
import { InlineMarkdown } from '../marked-help.tsx';
import { ListFooter, ListTools } from './list-tools.tsx';
import { useCellKeys, type RenderedRows, useRenderedRows } from './use-cell-keys.ts';
import { type ListEdits, useMemberEdits } from '../use-list-edits.ts';

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

const empty: JsonObject = {};

interface TableRowProps {
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
}: TableRowProps) {
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
