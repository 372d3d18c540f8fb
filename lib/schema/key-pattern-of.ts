import { isJsonObject, type JsonObject } from '../json/json.ts';
import { own } from './schema-references.ts';

/** The pattern that each key of an object must match which has no property of its own. */
export function keyPatternOf(schema: JsonObject): string | undefined {
  const byPattern = own(schema, 'patternProperties');
  if (!isJsonObject(byPattern) || own(schema, 'additionalProperties') !== false) return undefined;
  const [pattern, ...others] = Object.keys(byPattern);
  return others.length === 0 ? pattern : undefined;
}
