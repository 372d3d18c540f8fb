import type { JsonValue } from '../json/json.ts';
import type { SchemaNode } from '../schema/schema-node.ts';
import type { Coverage } from './coverage.ts';
import type { Work } from './work.ts';

/** Verdicts of schemas on values, for the keywords that have schemas in them. */
export interface Walk {
  readonly work: Work;
  /** Whether a value is valid. Where it is, `coverage` gets the parts of it that were looked at. */
  holds(node: SchemaNode, value: JsonValue, coverage?: Coverage): boolean;
  cover(coverage: Coverage, more: Coverage): void;
}
