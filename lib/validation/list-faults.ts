import { countOf } from '../text/count-text.ts';
import type { JsonValue } from '../json/json.ts';
import type { ListRules, SchemaNode } from '../schema/schema-node.ts';
import { areUnique } from './comparison.ts';
import type { Coverage } from './coverage.ts';
import type { Explanation } from './explanation.ts';
import { type Fault, fault } from './fault.ts';
import { holdsEnough } from './list-holds.ts';
import { containsSentence, countSentence } from './sentence.ts';

export function* listFaults(
  explanation: Explanation,
  rules: ListRules,
  list: JsonValue[],
  pointer: string,
  coverage: Coverage | undefined,
): Iterable<Fault> {
  const { walk } = explanation;
  const { minItems, maxItems, isUnique, prefix, rest } = rules;
  if (isUnique && !areUnique(list, walk.work)) yield fault(pointer, 'must not hold the same item twice');
  if (list.length > maxItems) yield fault(pointer, countSentence('at most', maxItems, 'item'));
  if (list.length < minItems) yield fault(pointer, countSentence('at least', minItems, 'item'));
  const isClosed = prefix.length > 0 && rest?.read().always === false;
  if (isClosed && list.length > prefix.length)
    yield fault(pointer, countSentence('at most', prefix.length, 'item'));
  for (const [index, item] of list.entries()) {
    const node = prefix[index] ?? (isClosed ? undefined : rest);
    if (node) yield* explanation.within(node, item, pointer, index);
  }
  if (coverage)
    coverage.upTo = Math.max(coverage.upTo, rest ? list.length : Math.min(prefix.length, list.length));
  for (const contains of rules.contains)
    if (!holdsEnough(walk, contains, list, coverage)) yield fault(pointer, containsSentence(contains));
}

/** Without further items allowed, a list is too long; otherwise the fault names the item. */
export function* unevaluatedItemFaults(
  explanation: Explanation,
  node: SchemaNode,
  list: JsonValue[],
  pointer: string,
  coverage: Coverage,
): Iterable<Fault> {
  const isClosed = node.read().always === false && coverage.items === undefined;
  for (const [index, item] of list.entries()) {
    if (coverage.hasItem(index)) continue;
    if (isClosed) {
      yield fault(pointer, `must have at most ${countOf(coverage.upTo, 'item')}`);
      return;
    }
    yield* explanation.within(node, item, pointer, index);
  }
}
