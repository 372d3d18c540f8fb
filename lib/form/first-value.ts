import type { JsonObject, JsonValue } from '../json/json.ts';
import { anySchema } from '../schema/schema-graph.ts';
import type { SchemaNode } from '../schema/schema-node.ts';
import { describe } from './describe.ts';
import type { ListWidget, ObjectWidget, Widget } from './widget.ts';

/** The depth of required values that are created. A document may require infinitely many. */
const maxDepth = 5;
/** Initial items of a new list, even if it requires more. */
const maxFirstItems = 10;
/** Values within one initial value. */
const maxValues = 500;

interface Making {
  depth: number;
  values: { left: number };
}

/** The initial value where something is required, such as an item or a key. */
export function firstValue(schema: SchemaNode): JsonValue {
  return made(schema, { depth: 0, values: { left: maxValues } });
}

function made(schema: SchemaNode, { depth, values }: Making): JsonValue {
  const { widget, default: given } = describe(schema);
  values.left -= 1;
  const isDeep = depth >= maxDepth || values.left < 0;
  return given ?? firstOfWidget(widget, isDeep ? undefined : { depth: depth + 1, values });
}

/** Without `making`, lists and objects stay empty. */
function firstOfWidget(widget: Widget, making: Making | undefined): JsonValue {
  switch (widget.kind) {
    case 'text':
    case 'file':
    // The form holds a number as text while it is edited, so an empty one is empty text.
    case 'number':
      return '';
    case 'boolean':
      return false;
    case 'choice':
      return widget.options[0]?.value ?? null;
    case 'picks':
      return [];
    case 'list':
      return making ? firstItems(widget, making) : [];
    case 'object':
      return making ? firstMembers(widget, making) : {};
    case 'union':
      return making ? made(widget.branches[0]?.schema ?? anySchema, making) : null;
    case 'json':
      return widget.holds === 'object' ? {} : widget.holds === 'list' ? [] : null;
  }
}

function firstItems({ prefix, items, minItems }: ListWidget, making: Making): JsonValue[] {
  const length = Math.min(Math.max(minItems, prefix.length), maxFirstItems);
  const schemas = Array.from({ length }, (_, index) => prefix[index] ?? items ?? anySchema);
  return schemas.map((schema) => made(schema, making));
}

/** Constants, and required groups, whose members have fields of their own. */
function firstMembers({ members }: ObjectWidget, making: Making): JsonObject {
  const entries = members.flatMap(({ name, schema, required }): [string, JsonValue][] => {
    const { widget } = describe(schema);
    const isConstant = widget.kind === 'choice' && widget.options.length === 1;
    const isGroup = widget.kind === 'object' || (widget.kind === 'list' && widget.minItems > 0);
    return required && (isConstant || isGroup) ? [[name, made(schema, making)]] : [];
  });
  return Object.fromEntries(entries);
}

/** A copy with the member set, or removed if the value is undefined. The order of members stays. */
export function withMember(object: JsonObject, key: string, value: JsonValue | undefined): JsonObject {
  if (value === undefined) return Object.fromEntries(Object.entries(object).filter(([name]) => name !== key));
  return Object.fromEntries([...Object.entries(object), [key, value]]);
}

/** A copy with a member renamed in place. */
export function withRenamedKey(object: JsonObject, from: string, to: string): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [name === from ? to : name, value]),
  );
}

export function withItem(list: JsonValue[], index: number, value: JsonValue): JsonValue[] {
  return list.map((item, at) => (at === index ? value : item));
}

export function withoutItem<T>(list: T[], index: number): T[] {
  return list.filter((_, at) => at !== index);
}

/** A copy with the item moved. Moves beyond the ends do nothing. */
export function withMovedItem<T>(list: T[], from: number, to: number): T[] {
  const moved = list[from];
  if (moved === undefined || to < 0 || to >= list.length) return list;
  return withoutItem(list, from).toSpliced(to, 0, moved);
}
