import { isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';
import type { Schema } from '../operation/operation.ts';
import { isSchema } from './subschemas.ts';

export type Defs = Record<string, Schema>;

/** The definitions that schemas reach, directly or indirectly, in the order of the operation. */
export function reachedDefs(schemas: Iterable<JsonValue>, defs: Defs): Defs {
  const names = new Set<string>();
  const pending: JsonValue[] = [...schemas];
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    if (Array.isArray(value)) pending.push(...value);
    if (!isJsonObject(value)) continue;
    for (const [key, inner] of Object.entries(value)) {
      if (typeof inner === 'object') pending.push(inner);
      if ((key !== '$ref' && key !== '$dynamicRef') || typeof inner !== 'string') continue;
      // Any definition may contain the target of an address or anchor.
      const named = inner.startsWith(defsPrefix)
        ? pointerTokens(inner.slice(defsPrefix.length - 1)).slice(0, 1)
        : undefined;
      for (const name of named ?? Object.keys(defs)) {
        if (names.has(name) || !Object.hasOwn(defs, name)) continue;
        names.add(name);
        pending.push(defs[name] ?? true);
      }
    }
  }
  return Object.fromEntries(Object.entries(defs).filter(([name]) => names.has(name)));
}

const defsPrefix = '#/$defs/';

/** A schema with the definitions that it reaches, so that it is independent of its operation. */
export function standAlone(schema: Schema, defs: Defs): Schema {
  const reached = reachedDefs([schema], defs);
  if (!isJsonObject(schema) || Object.keys(reached).length === 0) return schema;
  return { ...schema, $defs: reached };
}

/** An own member of an object. Never an inherited one, such as `constructor`. */
export function own(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** The definitions of a schema. */
export function ownDefs(schema: JsonObject): Defs {
  const defs = own(schema, '$defs');
  const entries = isJsonObject(defs) ? Object.entries(defs) : [];
  return Object.fromEntries(entries.flatMap(([name, value]) => (isSchema(value) ? [[name, value]] : [])));
}

/** The tokens of a JSON pointer in a fragment: `/a~1b%20c/items` → `a/b c`, `items`. */
export function pointerTokens(fragment: string): string[] {
  const path = fragment.slice(1);
  // Nearly all references are plain names, and this runs very often.
  if (!/[/~%]/.test(path)) return [path];
  return path.split('/').map((token) => percentDecoded(token).replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** A name with a stray % stays. */
function percentDecoded(token: string): string {
  if (!token.includes('%') || /%(?![0-9a-f]{2})/i.test(token)) return token;
  try {
    return decodeURIComponent(token);
  } catch (error) {
    if (error instanceof URIError) return token;
    throw error;
  }
}
