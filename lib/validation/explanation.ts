import type { JsonValue } from '../json/json.ts';
import type { SchemaNode } from '../schema/schema-node.ts';
import type { Coverage } from './coverage.ts';
import type { Fault } from './fault.ts';
import type { Walk } from './walk.ts';

/** Finds the faults of an invalid value one by one, for the keywords that have schemas in them. */
export interface Explanation {
  readonly walk: Walk;
  /** Whether a union says what is wrong with the nearest of its branches. */
  readonly thorough: boolean;
  faults(node: SchemaNode, value: JsonValue, pointer: string, coverage?: Coverage): Iterable<Fault>;
  /** The same for a part of a value. Of a large one, only what has a fault gets a pointer. */
  within(node: SchemaNode, part: JsonValue, pointer: string, key: string | number): Iterable<Fault>;
  /** All faults of a branch, as far as anybody is told of them. */
  listed(node: SchemaNode, value: JsonValue, pointer: string): Fault[];
}
