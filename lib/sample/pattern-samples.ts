import { isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';
import type { Schema } from '../operation/operation.ts';
import { keyPatternOf } from '../schema/schema-parts.ts';
import { schemaNode } from '../schema/schema-graph.ts';
import { patternSampleKeyword } from '../schema/read-keywords.ts';
import { samplePattern } from './sample-pattern.ts';

const maxSamples = 40;
const maxSampleLength = 40;

/** Adds a matching text to each pattern without an example, including patterns of keys. */
export class PatternSamples {
  readonly #samples = new Map<string, string | undefined>();

  in(schema: Schema): Schema {
    return isJsonObject(schema) ? this.#inObject(schema) : schema;
  }

  #inValue(value: JsonValue): JsonValue {
    if (Array.isArray(value)) return value.map((item) => this.#inValue(item));
    return isJsonObject(value) ? this.#inObject(value) : value;
  }

  #inObject(schema: JsonObject): JsonObject {
    const entries = Object.entries(schema).map(([key, inner]): [string, JsonValue] => [
      key,
      valueWords.has(key) ? inner : this.#inValue(inner),
    ]);
    const sample = this.#sampleOf(schema);
    return Object.fromEntries(sample === undefined ? entries : [...entries, [patternSampleKeyword, sample]]);
  }

  #sampleOf(schema: JsonObject): string | undefined {
    const { minLength, maxLength } = schema;
    const pattern = schema['pattern'] ?? keyPatternOf(schemaNode(schema).read().object)?.source;
    if (typeof pattern !== 'string' || [...valueWords].some((word) => word in schema)) return undefined;
    const least = typeof minLength === 'number' ? minLength : 1;
    const most = typeof maxLength === 'number' ? Math.min(maxLength, maxSampleLength) : maxSampleLength;
    const key = `${least} ${most} ${pattern}`;
    if (!this.#samples.has(key) && this.#samples.size < maxSamples)
      this.#samples.set(key, samplePattern(pattern, least, most));
    return this.#samples.get(key);
  }
}

/** These keywords hold values, not schemas. */
const valueWords = new Set(['example', 'examples', 'default', 'enum', 'const']);
