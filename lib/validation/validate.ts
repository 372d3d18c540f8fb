import { isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';
import type { InputShape } from '../operation/input-shape.ts';
import type { Schema } from '../operation/operation.ts';
import { linearPattern } from '../schema/linear-pattern.ts';
import { SchemaGraph } from '../schema/schema-graph.ts';
import type { SchemaNode } from '../schema/schema-node.ts';
import { type Defs, own } from '../schema/schema-references.ts';
import { mapSubschemas } from '../schema/subschemas.ts';
import { type Fault, fault, pointerTo } from './fault.ts';
import { type UnknownField, unknownFields } from './unknown-fields.ts';
import { ValueExplanation } from './value-explanation.ts';
import { ValueWalk } from './value-walk.ts';
import { TooComplex, TooDeep, Work } from './work.ts';

/** Time and memory for listing all faults grow with the square of the value, so larger values report only the first. */
const maxNodesListed = 5000;

const tooComplex: Fault = {
  ...fault('', 'takes too many steps to check'),
  code: 'too-complex',
};

type Verdict = 'valid' | 'invalid' | 'too-complex';

/** Whether a value is valid, without an explanation. */
export function verdictOn(node: SchemaNode, value: JsonValue, work = new Work()): Verdict {
  try {
    return new ValueWalk(work).holds(node, value) ? 'valid' : 'invalid';
  } catch (error) {
    if (error instanceof TooComplex) return 'too-complex';
    if (error instanceof TooDeep) return 'invalid';
    throw error;
  }
}

/** At most `maxFaults`; for very large values only the first. A verdict comes first, because it is faster. */
export function validate(node: SchemaNode, value: JsonValue, work = new Work()): Fault[] {
  try {
    const walk = new ValueWalk(work);
    return walk.holds(node, value) ? [] : explain(node, value, walk);
  } catch (error) {
    if (error instanceof TooComplex) return [tooComplex];
    if (error instanceof TooDeep) return [fault('', 'is described too deeply to be checked')];
    throw error;
  }
}

function explain(node: SchemaNode, value: JsonValue, walk: ValueWalk): Fault[] {
  const thorough = hasFewerNodesThan(value, maxNodesListed);
  const { work } = walk;
  const rest = work.left;
  const most = work.forExplanation;
  work.left = most;
  walk.remember();
  try {
    return new ValueExplanation(walk, thorough).all(node, value);
  } catch (error) {
    if (error instanceof TooComplex || error instanceof TooDeep)
      return [fault('', 'is not what this field takes')];
    throw error;
  } finally {
    work.left = Math.max(0, rest - (most - work.left));
  }
}

function hasFewerNodesThan(value: JsonValue, most: number): boolean {
  const pending: JsonValue[] = [value];
  for (let seen = 0; pending.length > 0; seen += 1) {
    if (seen + pending.length > most) return false;
    const next = pending.pop();
    if (Array.isArray(next)) {
      if (next.length > most) return false;
      pending.push(...next);
    } else if (isJsonObject(next)) {
      const members: JsonObject = next;
      for (const key of Object.keys(members)) pending.push(members[key] ?? null);
    }
  }
  return true;
}

interface ValidationFault {
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

interface UnsupportedPattern {
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
