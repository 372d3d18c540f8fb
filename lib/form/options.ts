import { isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';
import { both } from '../schema/flat-schema.ts';
import { anySchema } from '../schema/schema-graph.ts';
import type { SchemaNode } from '../schema/schema-node.ts';
import { own } from '../schema/schema-references.ts';
import { markdownText } from '../text/markdown-text.ts';
import type { Option, ObjectWidget } from './widget.ts';

export function optionsOf(values: JsonValue[], parts: JsonObject[] = []): Option[] {
  const helps = helpsOf(parts);
  return distinctOptions(
    values.map((value) => ({
      value,
      label: plainLabel(value),
      help: helps.get(JSON.stringify(value)) ?? '',
    })),
  );
}

/** One option for each value, the last one given. Options that would look alike show their values as JSON. */
export function distinctOptions(given: Option[]): Option[] {
  const options = [...new Map(given.map((option) => [JSON.stringify(option.value), option])).values()];
  const counts = new Map<string, number>();
  for (const { label } of options) counts.set(label, (counts.get(label) ?? 0) + 1);
  return options.map((option) => {
    if (counts.get(option.label) === 1) return option;
    const text = JSON.stringify(option.value);
    return {
      ...option,
      label: option.label === plainLabel(option.value) ? text : `${option.label} (${text})`,
    };
  });
}

function plainLabel(value: JsonValue): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  if (value === '') return 'empty text';
  return value.trim() === value && !/[\n\r\t]/.test(value) ? value : JSON.stringify(value);
}

/** Reads the descriptions that some generators write beside an enum. */
function helpsOf(parts: JsonObject[]): Map<string, string> {
  const helps = new Map<string, string>();
  for (const part of parts) {
    const values = own(part, 'enum');
    const texts = own(part, 'x-enum-descriptions') ?? own(part, 'x-enumDescriptions');
    if (!Array.isArray(values)) continue;
    values.forEach((value, index) => {
      const text = Array.isArray(texts)
        ? texts[index]
        : isJsonObject(texts)
          ? own(texts, String(value))
          : undefined;
      if (typeof text === 'string') helps.set(JSON.stringify(value), markdownText(text));
    });
  }
  return helps;
}

/** Longer keys are not matched against patterns. */
const maxKeyCharacters = 200;

/** The schema of an additional key; undefined if the document has none for it. */
export function keySchema({ patterns, rest }: ObjectWidget, key: string): SchemaNode | undefined {
  const [only, ...more] = patterns;
  if (only !== undefined && more.length === 0 && rest === undefined) return only.schema;
  const uncertain = patterns.some(({ pattern }) => !isQuick(pattern)) || key.length > maxKeyCharacters;
  if (patterns.length > 0 && uncertain) return anySchema;
  const matching = patterns.filter(({ pattern }) => matches(pattern, key)).map(({ schema }) => schema);
  return both(...matching) ?? rest;
}

/**
 * Rejects repeated groups: they can backtrack for ever in a browser. Repeated characters take time linear in the key.
 */
function isQuick(pattern: string): boolean {
  return !/\)[*+?{]/.test(pattern) && (pattern.match(/[*+{]/g) ?? []).length <= 2;
}

function matches(pattern: string, key: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(key);
  } catch (error) {
    if (error instanceof SyntaxError) return true;
    throw error;
  }
}
