import { isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';
import type { Schema } from './operation.ts';
import { type Defs, own, resolveReference } from '../schema/schema-references.ts';

/** A schema of more parts than this is described by the first of them. */
const MAX_PARTS = 200;

/**
 * The schemas whose words describe a value: the schema itself, what it refers to, its `allOf`, and the one branch of a
 * union beside `null`. The outermost comes first: its words win, and those of the inner ones fill in.
 */
export function annotatedParts(schema: Schema | undefined, defs: Defs): JsonObject[] {
  const found = new Set<JsonObject>();
  const pending: (JsonValue | undefined)[] = [schema];
  for (let index = 0; index < pending.length && found.size < MAX_PARTS; index += 1) {
    const part = pending[index];
    if (!isJsonObject(part) || found.has(part)) continue;
    found.add(part);
    const reference = own(part, '$ref');
    if (typeof reference === 'string') pending.push(resolveReference(reference, defs));
    const all = own(part, 'allOf');
    if (Array.isArray(all)) pending.push(...all);
    pending.push(soleBranch(own(part, 'anyOf')), soleBranch(own(part, 'oneOf')));
  }
  return [...found];
}

/** The branch of a union that has no other branch, or none but `null`. */
function soleBranch(branches: JsonValue | undefined): JsonValue | undefined {
  if (!Array.isArray(branches)) return undefined;
  const [only, ...others] = branches.filter((branch) => !isNull(branch));
  return others.length > 0 ? undefined : only;
}

function isNull(branch: JsonValue): boolean {
  if (!isJsonObject(branch)) return false;
  const listed = own(branch, 'enum');
  return (
    own(branch, 'type') === 'null' ||
    own(branch, 'const') === null ||
    (Array.isArray(listed) && listed.length > 0 && listed.every((value) => value === null))
  );
}
