import { isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';
import type { Schema } from '../operation/operation.ts';
import { isSchema } from './subschemas.ts';

export type Defs = Record<string, Schema>;

/** The schema that a reference names, or undefined where it names none of the `$defs`. */
export function resolveReference(reference: string, defs: Defs): Schema | undefined {
  const tokens = referenceTokens(reference);
  if (!tokens) return undefined;
  let found: JsonValue | undefined = defs;
  for (const token of tokens) found = member(found, token);
  return isSchema(found) ? found : undefined;
}

/** The name within `$defs` that a reference starts from: `#/$defs/a~1b%20c/items` → `a/b c`. */
export function referencedName(reference: string): string | undefined {
  return referenceTokens(reference)?.[0];
}

/** Follows `$ref` until a schema says something itself; the schemas on the way, the outermost first. A loop ends the chain. */
export function referenceChain(schema: Schema | undefined, defs: Defs): JsonObject[] {
  const chain: JsonObject[] = [];
  let current: Schema | undefined = schema;
  while (isJsonObject(current) && !chain.includes(current)) {
    chain.push(current);
    const reference = own(current, '$ref');
    current = typeof reference === 'string' ? resolveReference(reference, defs) : undefined;
  }
  return chain;
}

/** The names of all `$defs` that schemas reach, directly or through other definitions. */
export function reachedNames(schemas: Iterable<JsonValue>, defs: Defs): Set<string> {
  const names = new Set<string>();
  const pending: JsonValue[] = [...schemas];
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    if (Array.isArray(value)) pending.push(...value);
    if (!isJsonObject(value)) continue;
    for (const key of Object.keys(value)) {
      const inner = value[key];
      if (key === '$ref' && typeof inner === 'string') {
        const name = referencedName(inner);
        if (name === undefined || names.has(name) || !Object.hasOwn(defs, name)) continue;
        names.add(name);
        pending.push(defs[name] ?? true);
      } else if (inner !== undefined && typeof inner === 'object') pending.push(inner);
    }
  }
  return names;
}

/** The definitions that schemas reach, in the order in which the operation has them. */
export function reachedDefs(schemas: Iterable<JsonValue>, defs: Defs): Defs {
  const names = reachedNames(schemas, defs);
  return Object.fromEntries(Object.entries(defs).filter(([name]) => names.has(name)));
}

/** A schema with the definitions that it reaches: it can be taken out of its operation. */
export function standAlone(schema: Schema, defs: Defs): Schema {
  const reached = reachedDefs([schema], defs);
  if (!isJsonObject(schema) || Object.keys(reached).length === 0) return schema;
  return { ...schema, $defs: reached };
}

/** A member that an object has itself: `constructor` and its like are not found on the prototype. */
export function own(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function referenceTokens(reference: string): string[] | undefined {
  return reference.startsWith('#/$defs/') ? pointerTokens(reference.slice('#/$defs'.length)) : undefined;
}

/** The tokens of a JSON pointer as a fragment spells it: `/a~1b%20c/items` → `a/b c`, `items`. */
export function pointerTokens(fragment: string): string[] {
  const path = fragment.slice(1);
  // Nearly all references are plain names, and schemas that refer to each other are asked for them all the time.
  if (!/[/~%]/.test(path)) return [path];
  return path.split('/').map((token) => percentDecoded(token).replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** A name with a stray `%` in it is taken as it stands. */
function percentDecoded(token: string): string {
  if (!token.includes('%') || /%(?![0-9a-f]{2})/i.test(token)) return token;
  try {
    return decodeURIComponent(token);
  } catch (error) {
    if (error instanceof URIError) return token;
    throw error;
  }
}

function member(value: JsonValue | undefined, token: string): JsonValue | undefined {
  if (Array.isArray(value)) return value[Number(token)];
  return isJsonObject(value) ? own(value, token) : undefined;
}
