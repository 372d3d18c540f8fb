import type { JsonValue } from '../json/json.ts';
import type { InPlaceRules, Union } from '../schema/schema-node.ts';
import type { Coverage } from './coverage.ts';
import type { Explanation } from './explanation.ts';
import { type Fault, fault } from './fault.ts';
import { chosenBy, countPassing } from './in-place-holds.ts';
import { unionFaults } from './union.ts';

export function* inPlaceFaults(
  explanation: Explanation,
  { all, unions, nots, conditions }: InPlaceRules,
  value: JsonValue,
  pointer: string,
  coverage: Coverage | undefined,
): Iterable<Fault> {
  const { walk } = explanation;
  for (const not of nots) if (walk.holds(not, value)) yield fault(pointer, 'must not have this form');
  for (const node of all) yield* explanation.faults(node, value, pointer, coverage);
  for (const condition of conditions) {
    const next = chosenBy(walk, condition, value, coverage);
    if (next) yield* explanation.faults(next, value, pointer, coverage);
  }
  for (const union of unions) yield* branchFaults(explanation, union, value, pointer, coverage);
}

function* branchFaults(
  explanation: Explanation,
  union: Union,
  value: JsonValue,
  pointer: string,
  coverage: Coverage | undefined,
): Iterable<Fault> {
  const { keyword } = union;
  const enough = keyword === 'oneOf' ? 2 : coverage ? Number.POSITIVE_INFINITY : 1;
  const passing = countPassing(explanation.walk, union, value, coverage, enough);
  if (passing === 1 || (passing > 0 && keyword === 'anyOf')) return;
  if (coverage) coverage.isUncertain = true;
  if (passing > 1) yield fault(pointer, 'fits more than one of the allowed forms, and must fit exactly one');
  else if (!explanation.thorough) yield fault(pointer, 'must have one of the allowed forms');
  else yield* unionFaults(explanation, union, value, pointer);
}
