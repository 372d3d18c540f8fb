import type { InputShape } from './input-shape.ts';
import { isJsonObject, type JsonObject, type JsonValue } from './json.ts';
import { linearPattern } from './linear-pattern.ts';
import type { Schema } from './operation.ts';
import { type Defs, own } from './schema-references.ts';
import { isSchema, mapSubschemas } from './subschemas.ts';
import { CHECK, type Check, Validation } from './validation/check.ts';
import { type Fault, pointerTo } from './validation/fault.ts';
import { SchemaChecks } from './validation/lowered-schema.ts';

/** What is wrong with a value, field by field; an empty list means that it is valid. */
export interface Validator {
  (value: JsonValue): { pointer: string; detail: string }[];
}

export interface InputValidators {
  input: Validator;
  /** A validator for each field by itself; its pointers start at the field's value. */
  fields: Map<string, Validator>;
}

/** Validators of an input object. Each part is compiled when a value first needs it. */
export function compileInput(shape: InputShape): InputValidators {
  const validation = new Validation();
  const checks = new SchemaChecks(defsOf(shape.schema), validation);
  const fields = new Map(shape.fields.map((field) => [field.name, checks.check(field.schema)]));
  const { required, dependentRequired, additionalProperties } = shape.schema;
  const input = validation.lazy(() => ({
    type: 'object',
    ...(required === undefined ? {} : { required }),
    ...(isJsonObject(dependentRequired) ? { [CHECK]: dependentCheck(dependentRequired) } : {}),
    ...(additionalProperties === undefined ? {} : { additionalProperties }),
    properties: Object.fromEntries([...fields].map(([name, check]) => [name, { [CHECK]: check }])),
  }));
  return {
    input: validator(input, validation),
    fields: new Map([...fields].map(([name, check]) => [name, validator(check, validation)])),
  };
}

/** Ajv compares each two of the fields in code of its own, which takes seconds to compile for hundreds of them. */
function dependentCheck(dependentRequired: JsonObject): Check {
  return (value, pointer) => {
    if (!isJsonObject(value)) return [];
    const faults: Fault[] = [];
    for (const given of Object.keys(value)) {
      const names = own(dependentRequired, given);
      for (const name of Array.isArray(names) ? names : []) {
        if (typeof name !== 'string' || Object.hasOwn(value, name)) continue;
        const detail = `is required when ${given} is given`;
        faults.push({ pointer: pointerTo(pointer, name), detail, kind: 'other' });
      }
    }
    return faults;
  };
}

export function compileSchema(schema: Schema, defs: Defs = {}): Validator {
  const validation = new Validation();
  return validator(new SchemaChecks(defs, validation).check(schema), validation);
}

export interface UnsupportedPattern {
  pointer: string;
  pattern: string;
  /** `ignored`: every text is taken. `loosened`: the counts of its repetitions are not kept. */
  effect: 'ignored' | 'loosened';
}

/** The patterns of a schema, its `$defs` included, that the linear engine cannot hold values to. */
export function unsupportedPatterns(schema: Schema): UnsupportedPattern[] {
  const found: UnsupportedPattern[] = [];
  const look = (pattern: string, pointer: string) => {
    const { fidelity } = linearPattern(pattern);
    if (fidelity !== 'exact') found.push({ pointer, pattern, effect: fidelity });
  };
  const visit = (inner: Schema, pointer: string): Schema => {
    if (!isJsonObject(inner)) return inner;
    const pattern = own(inner, 'pattern');
    if (typeof pattern === 'string') look(pattern, `${pointer}/pattern`);
    const byPattern = own(inner, 'patternProperties');
    for (const key of isJsonObject(byPattern) ? Object.keys(byPattern) : []) {
      look(key, pointerTo(`${pointer}/patternProperties`, key));
    }
    return mapSubschemas(inner, (next, path) => visit(next, path.reduce(pointerTo, pointer)));
  };
  visit(schema, '');
  return found;
}

function validator(check: Check, validation: Validation): Validator {
  return (value) => validation.run(check, value).map(({ pointer, detail }) => ({ pointer, detail }));
}

function defsOf(schema: JsonObject): Defs {
  const defs = own(schema, '$defs');
  if (!isJsonObject(defs)) return {};
  return Object.fromEntries(
    Object.entries(defs).flatMap(([name, inner]) => (isSchema(inner) ? [[name, inner]] : [])),
  );
}
