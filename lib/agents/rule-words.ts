import { countOf } from '../text/count-text.ts';
import type { JsonValue } from '../json/json.ts';
import { isBytes } from '../schema/schema-facets.ts';
import type { FlatSchema, ListRules, NumberRules, ObjectRules, TextRules } from '../schema/schema-node.ts';
import { quotedValue, quotedWords } from './quoted-words.ts';

const mostPattern = 120;
const mostValues = 20;
const mostNames = 10;
const mostName = 60;
const mostValue = 200;
/** A pattern is told as it is or not at all: with anything replaced it would be another. */
const untoldInPatterns = /["<&]|[^ -~]|\]\([^)]*:/;

/** Rules that the schema of a model has no keywords for, as sentences. */
export function ruleWords(flat: FlatSchema): string[] {
  const { choices, number, text, list, object } = flat;
  if (choices) return choiceWords(choices.values);
  return [
    ...(isBytes([flat]) || text?.isFile
      ? ['A file: an https: address, a data: URL, or base64.']
      : textWords(text)),
    ...numberWords(number),
    ...listWords(list),
    ...objectWords(object),
  ];
}

function choiceWords(values: JsonValue[]): string[] {
  // What an enum says needs no words.
  if (values.every((value) => value === null || (typeof value === 'string' && value !== ''))) return [];
  const more = values.length > mostValues ? `, and ${values.length - mostValues} more` : '';
  return [
    `One of ${values
      .slice(0, mostValues)
      .map((value) => quotedValue(value, mostValue))
      .filter((words) => words !== '')
      .join(', ')}${more}.`,
  ];
}

function textWords(rules: TextRules | undefined): string[] {
  const { format, pattern, mediaType } = rules ?? {};
  return [
    ...(format === undefined ? [] : [`Format: ${quotedWords(format, mostPattern)}.`]),
    ...(pattern && pattern.source.length <= mostPattern && !untoldInPatterns.test(pattern.source)
      ? [`Matches the pattern "${pattern.source}".`]
      : []),
    ...(mediaType === undefined ? [] : [`Of the type ${quotedWords(mediaType, mostPattern)}.`]),
  ];
}

function numberWords(rules: NumberRules | undefined): string[] {
  if (!rules) return [];
  const { exclusiveMinimum, exclusiveMaximum, multipleOf } = rules;
  return [
    ...(exclusiveMinimum > -Infinity ? [`More than ${exclusiveMinimum}.`] : []),
    ...(exclusiveMaximum < Infinity ? [`Less than ${exclusiveMaximum}.`] : []),
    ...(multipleOf === undefined ? [] : [`A multiple of ${multipleOf}.`]),
  ];
}

function listWords(rules: ListRules | undefined): string[] {
  if (!rules) return [];
  return [
    ...(rules.isUnique ? ['Each item once.'] : []),
    ...(rules.prefix.length > 0
      ? [
          rules.prefix.length === 1
            ? 'The first item has a form of its own.'
            : `The first ${rules.prefix.length} items have a fixed order.`,
        ]
      : []),
  ];
}

function objectWords(rules: ObjectRules | undefined): string[] {
  if (!rules) return [];
  const { additional, patterns, dependentRequired, minProperties, properties } = rules;
  const isMap = additional !== undefined && additional.read().always !== false;
  return [
    ...(properties.size === 0 && (isMap || patterns.length > 0)
      ? ['Its members have names of your choice.']
      : []),
    ...(additional?.read().always === false && properties.size > 0 ? ['No other members.'] : []),
    ...(minProperties > 0 && properties.size === 0 ? [`At least ${countOf(minProperties, 'member')}.`] : []),
    ...dependentRequired
      .slice(0, mostNames)
      .map(([name, needs]) => `${namesWords([name])} needs ${namesWords(needs)}.`),
  ];
}

function namesWords(names: string[]): string {
  return names
    .slice(0, mostNames)
    .map((name) => quotedWords(name, mostName))
    .join(', ');
}
