import type { JsonObject, JsonValue } from '../json.ts';
import type { Schema } from '../operation.ts';
import type { Defs } from '../schema-references.ts';
import { describe } from './describe.ts';
import type { ListWidget, ObjectWidget, Widget } from './widget.ts';

/** Required things within required things are made this deep; a document may ask for more than can ever be. */
const MAX_DEPTH = 5;
/** Items that a new list begins with, however many it needs. */
const MAX_FIRST_ITEMS = 10;

/** What stands in a place that cannot be empty, an item or a key, before a person says anything. */
export function firstValue(schema: Schema, defs: Defs, depth = 0): JsonValue {
  const { widget, default: given } = describe(schema, defs);
  return given ?? firstOfWidget(widget, defs, depth);
}

function firstOfWidget(widget: Widget, defs: Defs, depth: number): JsonValue {
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
      return depth < MAX_DEPTH ? firstItems(widget, defs, depth) : [];
    case 'object':
      return depth < MAX_DEPTH ? firstMembers(widget, defs, depth) : {};
    case 'union':
      return depth < MAX_DEPTH ? firstValue(widget.branches[0]?.schema ?? true, defs, depth + 1) : null;
    case 'json':
      return widget.holds === 'object' ? {} : widget.holds === 'list' ? [] : null;
  }
}

function firstItems({ prefix, items, minItems }: ListWidget, defs: Defs, depth: number): JsonValue[] {
  const length = Math.min(Math.max(minItems, prefix.length), MAX_FIRST_ITEMS);
  const schemas = Array.from({ length }, (_, index) => prefix[index] ?? items ?? true);
  return schemas.map((schema) => firstValue(schema, defs, depth + 1));
}

/** The members that leave nothing to say, and the groups that must be there: their own members are then asked for. */
function firstMembers({ members }: ObjectWidget, defs: Defs, depth: number): JsonObject {
  const entries = members.flatMap(({ name, schema, required }): [string, JsonValue][] => {
    const { widget } = describe(schema, defs);
    const isConstant = widget.kind === 'choice' && widget.options.length === 1;
    const isGroup = widget.kind === 'object' || (widget.kind === 'list' && widget.minItems > 0);
    return required && (isConstant || isGroup) ? [[name, firstValue(schema, defs, depth + 1)]] : [];
  });
  return Object.fromEntries(entries);
}
