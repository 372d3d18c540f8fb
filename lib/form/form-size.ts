import type { SchemaNode } from '../schema/schema-node.ts';
import { describe } from './describe.ts';
import type { Widget } from './widget.ts';

/** Depth to which nested inputs are counted. */
const maxDepth = 4;

/** The number of inputs in an open field, counted up to `most`. */
export function inputCount(schema: SchemaNode, most: number, depth = 0): number {
  const { widget } = describe(schema);
  if (depth >= maxDepth) return 1;
  return Math.max(1, countOf(widget, most, depth + 1));
}

function countOf(widget: Widget, most: number, depth: number): number {
  if (widget.kind === 'union') {
    const [first] = widget.branches;
    return 1 + (first === undefined ? 0 : inputCount(first.schema, most, depth));
  }
  if (widget.kind !== 'object') return 1;
  let count = 0;
  for (const { schema, required } of widget.members) {
    // An optional group is collapsed behind a button.
    count += required ? inputCount(schema, most - count, depth) : 1;
    if (count >= most) return most;
  }
  return count;
}
