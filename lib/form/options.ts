import { isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';
import { markdownText } from '../text/markdown-text.ts';
import { own } from '../schema/schema-references.ts';
import type { Option } from './widget.ts';

/** Options with distinct labels: texts are shown without quotes unless another value has the same label. */
export function optionsOf(values: JsonValue[], parts: JsonObject[] = []): Option[] {
  const distinct = new Map(values.map((value) => [JSON.stringify(value), value]));
  const plain = [...distinct.values()].map((value) => plainLabel(value));
  const helps = helpsOf(parts);
  const counts = new Map<string, number>();
  for (const label of plain) counts.set(label, (counts.get(label) ?? 0) + 1);
  return [...distinct].map(([text, value], index) => {
    const label = plain[index] ?? text;
    const isShared = (counts.get(label) ?? 0) > 1;
    return { value, label: isShared ? text : label, help: helps.get(text) ?? '' };
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
