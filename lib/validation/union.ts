import { isJsonObject, type JsonObject, type JsonValue } from '../json.ts';
import type { Schema } from '../operation.ts';
import { own, referencedName } from '../schema-references.ts';
import type { Check, Validation } from './check.ts';
import { type Fault, pointerTo } from './fault.ts';
import { alternatives, choiceSentence, MAX_CHOICES, typeNames } from './sentence.ts';

export interface Branch {
  check: Check;
  /** The reference that the branch consists of, if it does: a discriminator names branches so. */
  reference?: string;
}

/** `oneOf` and `anyOf`, reporting only the branch that came nearest. */
export function unionCheck(
  keyword: 'oneOf' | 'anyOf',
  branches: Branch[],
  schema: JsonObject,
  validation: Validation,
): Check {
  return (value, pointer) =>
    validation.inUnion(() => {
      const found: Fault[][] = [];
      let passing = 0;
      for (const branch of branches) {
        const faults = branch.check(value, pointer);
        if (faults.length > 0) found.push(faults);
        else passing += 1;
        if (passing > (keyword === 'anyOf' ? 0 : 1)) break;
      }
      if (passing === 1) return [];
      if (passing > 1) return [{ pointer, detail: MANY, kind: 'other' }];
      if (!validation.isThorough) return [{ pointer, detail: NONE, kind: 'other' }];
      return chosen(branches, found, schema, value, pointer) ?? nearest(found, pointer);
    });
}

/** A branch that is nothing but a choice of scalars needs no compiling: some unions have thousands. */
export function constantCheck(branch: Schema): Check | undefined {
  if (!isJsonObject(branch) || Object.keys(branch).some((keyword) => !CONSTANT_KEYWORDS.has(keyword)))
    return undefined;
  const only = own(branch, 'const');
  const values = only === undefined ? own(branch, 'enum') : [only];
  if (!Array.isArray(values) || values.some((value) => typeof value === 'object' && value !== null))
    return undefined;
  const allowed = new Set(values);
  return (value, pointer) =>
    allowed.has(value) ? [] : [{ pointer, detail: choiceSentence(values), kind: 'choice' }];
}

const CONSTANT_KEYWORDS = new Set(['const', 'deprecated', 'description', 'enum', 'examples', 'title']);

const MANY = 'fits more than one of the allowed forms, and must fit exactly one';
const NONE = 'must have one of the allowed forms';

/** The faults of the branch that the discriminator's value names. */
function chosen(
  branches: Branch[],
  found: Fault[][],
  schema: JsonObject,
  value: JsonValue,
  pointer: string,
): Fault[] | undefined {
  const discriminator = own(schema, 'discriminator');
  const property = isJsonObject(discriminator) ? own(discriminator, 'propertyName') : undefined;
  if (!isJsonObject(discriminator) || typeof property !== 'string' || !isJsonObject(value)) return undefined;
  const given = own(value, property);
  if (given === undefined)
    return [{ pointer: pointerTo(pointer, property), detail: 'is required', kind: 'other' }];
  const mapping = own(discriminator, 'mapping');
  const mapped = isJsonObject(mapping) && typeof given === 'string' ? own(mapping, given) : undefined;
  const index = branches.findIndex(({ reference }) => {
    if (reference === undefined) return false;
    return reference === mapped || (mapped === undefined && referencedName(reference) === given);
  });
  return found[index];
}

/** All branches failed: the one with the right type and the right constants, and then the fewest faults, was meant. */
function nearest(found: Fault[][], pointer: string): Fault[] {
  const isOtherType = (faults: Fault[]) =>
    faults.some((fault) => fault.kind === 'type' && fault.pointer === pointer);
  const close = found.filter((faults) => !isOtherType(faults));
  if (close.length === 0) {
    const all = found.flat().flatMap((fault) => (fault.pointer === pointer ? (fault.expected ?? []) : []));
    const expected = [...new Set(all)];
    return [{ pointer, detail: `must be ${typeNames(expected)}`, kind: 'type', expected }];
  }
  const [best] = close.toSorted((one, other) => distance(one) - distance(other));
  const choices = close.flatMap((faults) => choiceHere(faults, pointer));
  if (choices.length === close.length && choices.length > 1) {
    const values = [...new Set(choices.map((detail) => detail.replace(/^must be (?:one of )?/, '')))];
    const shown = values.length > MAX_CHOICES ? [...values.slice(0, MAX_CHOICES), '…'] : values;
    return [{ pointer, detail: `must be ${alternatives(shown)}`, kind: 'choice' }];
  }
  return best ?? [];
}

function choiceHere(faults: Fault[], pointer: string): string[] {
  const [only] = faults;
  return only?.kind === 'choice' && only.pointer === pointer ? [only.detail] : [];
}

function distance(faults: Fault[]): number {
  const weights = { choice: 100, type: 10, other: 1 };
  return faults.reduce((sum, fault) => sum + weights[fault.kind], 0);
}
