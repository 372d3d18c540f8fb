import type { JsonValue } from '../../json/json.ts';
import { likeness, likenessWork } from '../../form/likeness.ts';
import type { UnionWidget } from '../../form/widget.ts';

/** The branch that fits a value, by constants first and then by structure; -1 if none does. */
export function branchOf(union: UnionWidget, value: JsonValue | undefined): number {
  if (value === undefined) return -1;
  const { branches } = union;
  const scores = branches.map(({ schema }) => likeness(schema, value, likenessWork(branches.length)));
  const best = Math.max(...scores);
  return best < 0 ? -1 : scores.indexOf(best);
}
