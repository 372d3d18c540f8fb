import type { JsonObject, JsonValue } from '../json/json.ts';
import { anySchema } from '../schema/schema-graph.ts';
import type { SchemaNode } from '../schema/schema-node.ts';
import { describe } from './describe.ts';
import type { ListWidget, ObjectWidget, Widget } from './widget.ts';

/** Required things within required things are made this deep; a document may ask for more than can ever be. */
const MAX_DEPTH = 5;
/** Items that a new list begins with, however many it needs. */
const MAX_FIRST_ITEMS = 10;
/** Values that one first value is made of, whatever is required within what is required. */
const MAX_VALUES = 500;

interface Making {
  depth: number;
  values: { left: number };
}

/** What stands in a place that cannot be empty, an item or a key, before a person says anything. */
export function firstValue(schema: SchemaNode): JsonValue {
  return made(schema, { depth: 0, values: { left: MAX_VALUES } });
}

function made(schema: SchemaNode, { depth, values }: Making): JsonValue {
  const { widget, default: given } = describe(schema);
  values.left -= 1;
  const isDeep = depth >= MAX_DEPTH || values.left < 0;
  return given ?? firstOfWidget(widget, isDeep ? undefined : { depth: depth + 1, values });
}

/** Without `making` what could hold others holds none. */
function firstOfWidget(widget: Widget, making: Making | undefined): JsonValue {
  switch (widget.kind) {
    case 'text':
    case 'file':
    // A number that is being typed is a text, and none is the empty one.
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
  const length = Math.min(Math.max(minItems, prefix.length), MAX_FIRST_ITEMS);
  const schemas = Array.from({ length }, (_, index) => prefix[index] ?? items ?? anySchema);
  return schemas.map((schema) => made(schema, making));
}

/** The members that leave nothing to say, and the groups that must be there: their own members are then asked for. */
function firstMembers({ members }: ObjectWidget, making: Making): JsonObject {
  const entries = members.flatMap(({ name, schema, required }): [string, JsonValue][] => {
    const { widget } = describe(schema);
    const isConstant = widget.kind === 'choice' && widget.options.length === 1;
    const isGroup = widget.kind === 'object' || (widget.kind === 'list' && widget.minItems > 0);
    return required && (isConstant || isGroup) ? [[name, made(schema, making)]] : [];
  });
  return Object.fromEntries(entries);
}
