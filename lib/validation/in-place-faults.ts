import type { JsonValue } from '../json/json.ts';
import type { InPlaceRules, Union } from '../schema/schema-node.ts';
import type { Coverage } from './coverage.ts';
import type { Explanation } from './explanation.ts';
import { type Fault, fault } from './fault.ts';
import { chosenBy, countPassing } from './in-place-holds.ts';
import { unionFaults } from './union.ts';

export function* inPlaceFaults(
  explanation: Explanation,
  { not, allOf, condition, references, anyOf, oneOf }: InPlaceRules,
  value: JsonValue,
  pointer: string,
  coverage: Coverage | undefined,
): Iterable<Fault> {
  const { walk } = explanation;
  if (not && walk.holds(not, value)) yield fault(pointer, 'must not have this form');
  for (const node of allOf) yield* explanation.faults(node, value, pointer, coverage);
  const next = condition && chosenBy(walk, condition, value, coverage);
  if (next) yield* explanation.faults(next, value, pointer, coverage);
  for (const node of references) yield* explanation.faults(node, value, pointer, coverage);
  if (anyOf) yield* branchFaults(explanation, 'anyOf', anyOf, value, pointer, coverage);
  if (oneOf) yield* branchFaults(explanation, 'oneOf', oneOf, value, pointer, coverage);
}

function* branchFaults(
  explanation: Explanation,
  keyword: 'anyOf' | 'oneOf',
  union: Union,
  value: JsonValue,
  pointer: string,
  coverage: Coverage | undefined,
): Iterable<Fault> {
  const enough = keyword === 'oneOf' ? 2 : coverage ? Number.POSITIVE_INFINITY : 1;
  const passing = countPassing(explanation.walk, union, value, coverage, enough);
  if (passing === 1 || (passing > 0 && keyword === 'anyOf')) return;
  if (coverage) coverage.isUncertain = true;
  if (passing > 1) yield fault(pointer, 'fits more than one of the allowed forms, and must fit exactly one');
  else if (!explanation.thorough) yield fault(pointer, 'must have one of the allowed forms');
  else yield* unionFaults(explanation, union, value, pointer);
}
