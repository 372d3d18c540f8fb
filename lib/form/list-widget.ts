import { anySchema } from '../schema/schema-graph.ts';
import type { ListRules, SchemaNode } from '../schema/schema-node.ts';
import { isOpenSchema } from './object-widget.ts';
import type { Description, Widget } from './widget.ts';

export function listWidget(
  rules: ListRules | undefined,
  describeItem: (item: SchemaNode) => Description,
): Widget {
  const { prefix = [], rest: items = anySchema, minItems = 0, maxItems = Infinity, isUnique } = rules ?? {};
  if (prefix.length === 0 && isOpenSchema(items)) return { kind: 'json', holds: 'list' };
  const isClosed = items.read().always === false;
  const inner = isClosed || prefix.length > 0 ? undefined : describeItem(items);
  if (inner?.widget.kind === 'choice' && !inner.nullable)
    return { kind: 'picks', options: inner.widget.options, items, unique: isUnique === true };
  return { kind: 'list', prefix, items: isClosed ? undefined : items, minItems, maxItems };
}
