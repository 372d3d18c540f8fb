import { groupedNumber } from '../../text/grouped-number.ts';
import type { JsonObject, JsonValue } from '../../json/json.ts';
import { own } from '../../schema/schema-references.ts';

/** Longer choices are listed in the form. */
const mostChoices = 60;

/** The constraints of a schema in words, without its type. */
export function schemaFacts(schema: JsonObject): string[] {
  return [
    ...range(schema, 'minimum', 'maximum', ''),
    ...exclusive(schema),
    ...range(schema, 'minLength', 'maxLength', 'character'),
    ...range(schema, 'minItems', 'maxItems', 'item'),
    ...range(schema, 'minProperties', 'maxProperties', 'property'),
    ...plain(schema),
    ...choices(schema),
  ];
}

function range(schema: JsonObject, least: string, most: string, unit: string): string[] {
  const [from, to] = [numberText(own(schema, least)), numberText(own(schema, most))];
  const counted = (count: string) =>
    unit === '' ? count : `${count} ${count === '1' ? unit : plural(unit)}`;
  if (from !== undefined && to !== undefined)
    return [from === to ? `exactly ${counted(from)}` : `${from} to ${counted(to)}`];
  if (from !== undefined) return from === '0' && unit !== '' ? [] : [`at least ${counted(from)}`];
  return to === undefined ? [] : [`at most ${counted(to)}`];
}

function plural(unit: string): string {
  return unit.endsWith('y') ? `${unit.slice(0, -1)}ies` : `${unit}s`;
}

function exclusive(schema: JsonObject): string[] {
  const [above, below] = [own(schema, 'exclusiveMinimum'), own(schema, 'exclusiveMaximum')].map(numberText);
  const step = numberText(own(schema, 'multipleOf'));
  return [
    ...(above === undefined ? [] : [`greater than ${above}`]),
    ...(below === undefined ? [] : [`less than ${below}`]),
    ...(step === undefined ? [] : [`multiple of ${step}`]),
  ];
}

function plain(schema: JsonObject): string[] {
  const text = (key: string, words: (value: string) => string) => {
    const value = own(schema, key);
    return typeof value === 'string' ? [words(value)] : [];
  };
  const flag = (key: string, value: boolean, words: string) => (own(schema, key) === value ? [words] : []);
  return [
    ...text('format', (format) => (format === 'binary' ? 'file' : `format ${format}`)),
    ...text('contentMediaType', (type) => type),
    ...text('contentEncoding', (encoding) => `${encoding} encoded`),
    ...text('pattern', (pattern) => `pattern ${pattern}`),
    ...flag('uniqueItems', true, 'unique items'),
    ...flag('additionalProperties', false, 'no additional properties'),
    ...flag('writeOnly', true, 'write-only'),
    ...flag('deprecated', true, 'deprecated'),
  ];
}

function choices(schema: JsonObject): string[] {
  const fixed = own(schema, 'const');
  if (fixed !== undefined) return [`always ${JSON.stringify(fixed)}`];
  const values = own(schema, 'enum');
  if (!Array.isArray(values)) return [];
  const shown = values.slice(0, mostChoices).map((value) => JSON.stringify(value));
  const more = values.length - shown.length;
  return [`one of ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`];
}

function numberText(value: JsonValue | undefined): string | undefined {
  return typeof value === 'number' ? groupedNumber(value) : undefined;
}
