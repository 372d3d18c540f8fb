import { equal, isJsonObject, type JsonValue } from '../json/json.ts';
import { readableName } from '../text/names.ts';
import { own } from '../schema/schema-references.ts';
import { describe } from './describe.ts';
import type { ListWidget, Member, Widget } from './widget.ts';

export interface TableColumn extends Member {
  label: string;
  widget: Widget;
}

/** More columns do not fit on a screen. */
const maxColumns = 8;
/** A table cell has no search. */
const maxOptions = 40;

/**
 * The columns of a list of small flat objects; undefined for other lists, or if an item has more than the columns show.
 */
export function tableColumns(list: ListWidget, items: JsonValue[]): TableColumn[] | undefined {
  if (list.prefix.length > 0 || list.items === undefined) return undefined;
  const { widget, nullable } = describe(list.items);
  if (widget.kind !== 'object' || nullable || widget.patterns.length > 0 || widget.rest !== undefined)
    return undefined;
  const { members } = widget;
  if (members.length === 0 || members.length > maxColumns) return undefined;
  const names = new Set(members.map(({ name }) => name));
  const fits = (item: JsonValue) => isJsonObject(item) && Object.keys(item).every((key) => names.has(key));
  if (!members.every(({ schema }) => isCell(schema)) || !items.every(fits)) return undefined;
  return members
    .map((member) => {
      const { widget: inner, title } = describe(member.schema);
      return { ...member, widget: inner, label: title || readableName(member.name) };
    })
    .filter((column) => !isSettled(column, items));
}

function isCell(schema: Member['schema']): boolean {
  const { widget, nullable, readOnly } = describe(schema);
  if (nullable || readOnly) return false;
  if (widget.kind === 'choice') return widget.options.length <= maxOptions;
  if (widget.kind === 'text') return !['code', 'password', 'date-time', 'colour'].includes(widget.input);
  return widget.kind === 'number' || widget.kind === 'boolean';
}

/** A required constant that every item has needs no column. */
function isSettled({ name, required, widget }: TableColumn, items: JsonValue[]): boolean {
  const [option, ...more] = widget.kind === 'choice' ? widget.options : [];
  if (!required || option === undefined || more.length > 0) return false;
  return items.every((item) => {
    const value = isJsonObject(item) ? own(item, name) : undefined;
    return value !== undefined && equal(value, option.value);
  });
}
