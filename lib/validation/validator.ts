import type { InputShape } from '../operation/input-shape.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';
import { linearPattern } from '../schema/linear-pattern.ts';
import type { Schema } from '../operation/operation.ts';
import { SchemaGraph } from '../schema/schema-graph.ts';
import type { SchemaNode } from '../schema/schema-node.ts';
import { type Defs, own } from '../schema/schema-references.ts';
import { mapSubschemas } from '../schema/subschemas.ts';
import { pointerTo } from './fault.ts';
import { type UnknownField, unknownFields } from './unknown-fields.ts';
import { type Verdict, validate, verdictOn } from './validate.ts';
import type { Work } from './work.ts';

export interface ValidationFault {
  pointer: string;
  detail: string;
  /** The validation exceeded its budget, so the value may be valid or not. */
  code?: 'too-complex';
}

/**
 * Returns the faults of a value, field by field; none if it is valid. A value that exceeds the budget counts as
 * invalid.
 */
export interface Validator {
  (value: JsonValue, work?: Work): ValidationFault[];
}

export interface InputValidators {
  /** Whether an input is valid, without an explanation. */
  verdict(input: JsonObject, work?: Work): Verdict;
  input: Validator;
  /** The members of an input, at any depth, that its schema does not know. */
  unknown(input: JsonObject): UnknownField[];
  /** A validator for each field. Pointers are relative to the field. */
  fields: Map<string, Validator>;
}

/** Validators for an input object. Schemas are parsed on first use. */
export function compileInput(shape: InputShape): InputValidators {
  const { root } = new SchemaGraph(shape.schema);
  const properties = root.read().object?.properties;
  const nodes = new Map(
    shape.fields.flatMap(({ name }): [string, SchemaNode][] => {
      const node = properties?.get(name);
      return node ? [[name, node]] : [];
    }),
  );
  return {
    verdict: (input, work) => verdictOn(root, input, work),
    input: validator(root),
    unknown: (input) => unknownFields(nodes, input),
    fields: new Map([...nodes].map(([name, node]) => [name, validator(node)])),
  };
}

export function compileSchema(schema: Schema, defs: Defs = {}): Validator {
  const isWhole = !isJsonObject(schema) || Object.keys(defs).length === 0;
  return validator(new SchemaGraph(isWhole ? schema : { ...schema, $defs: defs }).root);
}

/** Whether a validation exceeded its budget without a result. */
export function isTooComplex(faults: readonly ValidationFault[]): boolean {
  return faults.some(({ code }) => code === 'too-complex');
}

export interface UnsupportedPattern {
  pointer: string;
  pattern: string;
  /** `ignored` matches every text; `loosened` ignores repetition counts. */
  effect: 'ignored' | 'loosened';
}

/** The patterns of a schema and its `$defs` that the linear engine does not fully support. */
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

function validator(node: SchemaNode): Validator {
  return (value, work) => {
    const faults = validate(node, value, work);
    return faults.length === 0 ? faults : faults.map(told);
  };
}

function told({ pointer, detail, code }: ValidationFault): ValidationFault {
  return { pointer, detail, ...(code === undefined ? {} : { code }) };
}
