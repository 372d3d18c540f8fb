import { isJsonObject, type JsonValue } from '../json/json.ts';
import type { Schema } from '../operation/operation.ts';
import { type Defs, own, resolveReference } from './schema-references.ts';

/** Keywords whose subschemas look at the very same value. */
const SAME_VALUE = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'dependentSchemas'];

/** Says whether a reference comes back to itself without stepping into the value: checked naively, it never ends. */
export function loopsInPlace(reference: string, defs: Defs): boolean {
  const seen = new Set<string>();
  const pending = [reference];
  // So long a chain is not followed to its end: taking it for a loop costs a little time, and no correctness.
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const found of referencesInPlace(resolveReference(next, defs))) {
      if (found === reference) return true;
      if (seen.size > MAX_REFERENCES_FOLLOWED) return true;
      if (seen.has(found)) continue;
      seen.add(found);
      pending.push(found);
    }
  }
  return false;
}

const MAX_REFERENCES_FOLLOWED = 200;

function referencesInPlace(schema: Schema | undefined): string[] {
  const references: string[] = [];
  const pending: (JsonValue | undefined)[] = [schema];
  for (let index = 0; index < pending.length; index += 1) {
    const part = pending[index];
    if (Array.isArray(part)) pending.push(...part);
    if (!isJsonObject(part)) continue;
    const reference = own(part, '$ref');
    if (typeof reference === 'string') references.push(reference);
    for (const keyword of SAME_VALUE) {
      const inner = own(part, keyword);
      if (keyword === 'dependentSchemas' && isJsonObject(inner)) pending.push(...Object.values(inner));
      else pending.push(inner);
    }
  }
  return references;
}
