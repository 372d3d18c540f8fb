import { groupedNumber } from '../../text/grouped-number.ts';
import type { JsonValue } from '../../json/json.ts';
import type { FlatSchema } from '../../schema/schema-node.ts';
import { own } from '../../schema/schema-references.ts';

/** Longer choices are listed in the form. */
const mostChoices = 60;

/** The constraints of a schema in words, without its type. */
export function schemaFacts(flat: FlatSchema): string[] {
  const { number, text, list, object } = flat;
  return [
    ...(number ? range(number.minimum, number.maximum, '') : []),
    ...finite('greater than', number?.exclusiveMinimum),
    ...finite('less than', number?.exclusiveMaximum),
    ...finite('multiple of', number?.multipleOf),
    ...(text ? range(text.minLength, text.maxLength, 'character') : []),
    ...(list ? range(list.minItems, list.maxItems, 'item') : []),
    ...(object ? range(object.minProperties, object.maxProperties, 'property') : []),
    ...said(flat),
    ...(list?.isUnique ? ['unique items'] : []),
    ...(object?.additional?.read().always === false ? ['no additional properties'] : []),
    ...flag(flat, 'writeOnly', 'write-only'),
    ...flag(flat, 'deprecated', 'deprecated'),
    ...choices(flat),
  ];
}

function range(from: number, to: number, unit: string): string[] {
  const counted = (count: number) =>
    unit === '' ? groupedNumber(count) : `${groupedNumber(count)} ${count === 1 ? unit : plural(unit)}`;
  if (Number.isFinite(to) && Number.isFinite(from) && !(unit !== '' && from === 0))
    return [from === to ? `exactly ${counted(from)}` : `${groupedNumber(from)} to ${counted(to)}`];
  if (Number.isFinite(to)) return [`at most ${counted(to)}`];
  return Number.isFinite(from) && !(unit !== '' && from === 0) ? [`at least ${counted(from)}`] : [];
}

function plural(unit: string): string {
  return unit.endsWith('y') ? `${unit.slice(0, -1)}ies` : `${unit}s`;
}

function finite(words: string, value: number | undefined): string[] {
  return value !== undefined && Number.isFinite(value) ? [`${words} ${groupedNumber(value)}`] : [];
}

/** What each of the schemas says of texts: of two patterns, a text must match both. */
function said({ parts }: FlatSchema): string[] {
  const facts = parts.flatMap(({ keywords }) => {
    const fact = (keyword: string, words: (value: string) => string) => {
      const value = own(keywords, keyword);
      return typeof value === 'string' ? [words(value)] : [];
    };
    return [
      ...fact('format', (format) => (format === 'binary' ? 'file' : `format ${format}`)),
      ...fact('contentMediaType', (type) => type),
      ...fact('contentEncoding', (encoding) => `${encoding} encoded`),
      ...fact('pattern', (pattern) => `pattern ${pattern}`),
    ];
  });
  return [...new Set(facts)];
}

function flag({ parts }: FlatSchema, keyword: string, words: string): string[] {
  return parts.some(({ keywords }) => own(keywords, keyword) === true) ? [words] : [];
}

function choices(flat: FlatSchema): string[] {
  if (!flat.choices) return [];
  const { values } = flat.choices;
  const isFixed = flat.parts.some(({ constant }) => constant);
  if (isFixed && values.length === 1) return [`always ${text(values[0])}`];
  const more = values.length - mostChoices;
  return [
    `one of ${values.slice(0, mostChoices).map(text).join(', ')}${more > 0 ? ` and ${more} more` : ''}`,
  ];
}

function text(value: JsonValue | undefined): string {
  return JSON.stringify(value);
}
