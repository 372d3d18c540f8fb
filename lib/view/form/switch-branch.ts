import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';
import type { SchemaNode } from '../../schema/schema-node.ts';
import { own } from '../../schema/schema-references.ts';
import { describe } from '../../form/describe.ts';
import { firstValue } from '../../form/first-value.ts';
import { keySchema } from '../../form/key-schema.ts';
import { likeness, likenessWork } from '../../form/likeness.ts';
import type { ObjectWidget } from '../../form/widget.ts';

/**
 * The value after a change of branch: keeps common members, restores the earlier value of the new branch, and fills in
 * first values.
 */
export function switchBranch(
  value: JsonValue | undefined,
  to: SchemaNode,
  before: JsonValue | undefined,
): JsonValue {
  const { widget } = describe(to);
  const start = before ?? firstValue(to);
  if (widget.kind === 'object' && isJsonObject(value) && isJsonObject(start)) {
    return { ...start, ...sharedMembers(widget, value) };
  }
  return before === undefined && value !== undefined && likeness(to, value) > 0 ? value : start;
}

function sharedMembers(widget: ObjectWidget, value: JsonObject): JsonObject {
  const work = likenessWork();
  const declared = new Map(widget.members.map(({ name, schema }) => [name, schema]));
  const kept = Object.entries(value).filter(([key]) => {
    const schema = declared.get(key) ?? keySchema(widget, key);
    const inner = own(value, key);
    return schema !== undefined && inner !== undefined && likeness(schema, inner, work) >= 0;
  });
  return Object.fromEntries(kept);
}
