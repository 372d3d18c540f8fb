import { isJsonObject, type JsonValue } from '../json/json.ts';
import { own } from '../schema/schema-references.ts';
import type { SchemaNode, Union } from '../schema/schema-node.ts';
import type { Explanation } from './explanation.ts';
import { choiceFault, type Fault, fault, pointerTo, typeFault } from './fault.ts';
import { alternatives, maxChoices } from './sentence.ts';

/** The faults of a value that fits no branch: those of the nearest branch. */
export function unionFaults(
  explanation: Explanation,
  union: Union,
  value: JsonValue,
  pointer: string,
): Fault[] {
  const property = isJsonObject(value) ? union.discriminator?.property : undefined;
  if (property !== undefined && isJsonObject(value)) {
    const given = own(value, property);
    if (given === undefined) return [fault(pointerTo(pointer, property), 'is required')];
    const named = union.branches.find((branch) => isNamed(branch, union, given));
    if (named) return explanation.listed(named, value, pointer);
  }
  return nearest(
    union.branches.map((branch) => explanation.listed(branch, value, pointer)),
    pointer,
  );
}

/** Whether the discriminator selects the branch. */
function isNamed(branch: SchemaNode, { discriminator }: Union, given: JsonValue): boolean {
  const mapped = discriminator?.mapping.find(([value]) => value === given)?.[1];
  if (mapped !== undefined) return mapped === own(branch.keywords, '$ref');
  return given === branch.referencedName;
}

/** The nearest of the failed branches: the right type and constants first, then the fewest faults. */
function nearest(found: Fault[][], pointer: string): Fault[] {
  const isOtherType = (faults: Fault[]) =>
    faults.some((one) => one.kind === 'type' && one.pointer === pointer);
  const close = found.filter((faults) => !isOtherType(faults));
  if (close.length === 0) {
    const all = found.flat().flatMap((one) => (one.pointer === pointer ? (one.expected ?? []) : []));
    return [typeFault(pointer, [...new Set(all)])];
  }
  const [best] = close.toSorted((one, other) => distance(one) - distance(other));
  const choices = close.flatMap((faults) => choiceHere(faults, pointer));
  if (choices.length === close.length && choices.length > 1) {
    const values = [...new Set(choices.map((detail) => detail.replace(/^must be (?:one of )?/, '')))];
    const shown = values.length > maxChoices ? [...values.slice(0, maxChoices), '…'] : values;
    return [choiceFault(pointer, `must be ${alternatives(shown)}`)];
  }
  return best ?? [];
}

function choiceHere(faults: Fault[], pointer: string): string[] {
  const [only] = faults;
  return only?.kind === 'choice' && only.pointer === pointer ? [only.detail] : [];
}

function distance(faults: Fault[]): number {
  const weights = { choice: 100, type: 10, other: 1 };
  return faults.reduce((sum, { kind }) => sum + weights[kind], 0);
}
