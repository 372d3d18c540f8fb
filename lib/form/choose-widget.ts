import { isBinaryMediaType } from '../operation/media-type.ts';
import { flatSchema } from '../schema/flat-schema.ts';
import { keyPatternOf, base64Alphabet, isBytes } from '../schema/schema-parts.ts';
import { anySchema } from '../schema/schema-graph.ts';
import type { FlatSchema, NumberRules, SchemaNode } from '../schema/schema-node.ts';
import { own } from '../schema/schema-references.ts';
import type { TextWidget, Widget, NumberWidget, Member } from './widget.ts';

/** Formats that an empty text never has. */
const neverEmpty = new Set([
  'date',
  'date-time',
  'time',
  'duration',
  'email',
  'idn-email',
  'uri',
  'url',
  'iri',
  'uuid',
  'hostname',
  'ipv4',
  'ipv6',
]);
/** Longer texts get a field that grows. */
const maxLine = 80;

export function textWidget(flat: FlatSchema): Widget {
  const { text, patternSample, parts } = flat;
  const { minLength = 0, maxLength = Infinity, pattern, format, mediaType } = text ?? {};
  const alphabet = base64Alphabet([flat]);
  if (alphabet !== undefined || isBytes([flat]) || isBinaryMediaType(mediaType ?? ''))
    return { kind: 'file', encoding: alphabet ?? 'data-url', mediaType };
  const source = pattern?.source;
  const known =
    textFormat(format) ?? (format === undefined && isColourPattern(source) ? colourFormat : undefined);
  const examples = parts.map(({ keywords }) => own(keywords, 'examples')).find(Array.isArray) ?? [];
  // Other formats describe the text already.
  const saysPattern = known === undefined || known.input === 'password';
  return {
    kind: 'text',
    input: known?.input ?? inputOf(mediaType, source, maxLength),
    wanted: known?.wanted ?? 'text',
    sample: known?.sample,
    pattern: saysPattern ? source : undefined,
    patternSample: saysPattern ? patternSample : undefined,
    minLength,
    maxLength: Number.isFinite(maxLength) ? maxLength : undefined,
    takesEmpty: minLength === 0 && !neverEmpty.has(format ?? '') && matchesEmpty(source ?? ''),
    suggestions: examples.filter((one) => typeof one === 'string'),
  };
}

function inputOf(
  mediaType: string | undefined,
  pattern: string | undefined,
  maxLength: number,
): TextWidget['input'] {
  if (mediaType !== undefined)
    return /^text\/(?:plain|markdown)\b/.test(mediaType) || mediaType === 'text/*' ? 'long' : 'code';
  return pattern !== undefined || maxLength <= maxLine ? 'line' : 'long';
}

/** Patterns such as `^#[0-9a-fA-F]{6}$`: a hash and six hexadecimal digits. */
function isColourPattern(pattern = ''): boolean {
  return /^\^\(?#/.test(pattern) && /0-9/.test(pattern) && /a-f/i.test(pattern) && pattern.includes('{6}');
}

/** Matching an empty text is fast for every pattern. */
function matchesEmpty(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u').test('');
  } catch (error) {
    if (error instanceof SyntaxError) return true;
    throw error;
  }
}

interface TextFormat {
  input: TextWidget['input'];
  /** The expected text, in words. */
  wanted: string;
  sample?: string;
}

const url: TextFormat = { input: 'url', wanted: 'URL', sample: 'https://example.com' };
const reference: TextFormat = { input: 'url', wanted: 'URL or path', sample: '/path' };
const email: TextFormat = { input: 'email', wanted: 'email address', sample: 'name@example.com' };
const colour: TextFormat = { input: 'colour', wanted: 'colour', sample: '#000000' };
const host: TextFormat = { input: 'line', wanted: 'host name', sample: 'api.example.com' };

/** Formats that need an explanation before the first wrong value. */
const formats = new Map<string, TextFormat>([
  ['color', colour],
  ['colour', colour],
  ['hex-color', colour],
  // The browser shows how to write a date.
  ['date', { input: 'date', wanted: 'date' }],
  ['date-time', { input: 'date-time', wanted: 'date and time', sample: '2026-01-15T09:30:00Z' }],
  ['time', { input: 'time', wanted: 'time', sample: '09:30:00Z' }],
  ['duration', { input: 'line', wanted: 'ISO 8601 duration', sample: 'PT15M' }],
  ['email', email],
  ['idn-email', email],
  ['password', { input: 'password', wanted: 'secret text' }],
  ['uri', url],
  ['url', url],
  ['iri', url],
  ['uri-reference', reference],
  ['iri-reference', reference],
  ['uuid', { input: 'key', wanted: 'UUID', sample: '123e4567-e89b-12d3-a456-426614174000' }],
  ['ipv4', { input: 'key', wanted: 'IPv4 address', sample: '192.0.2.1' }],
  ['ipv6', { input: 'key', wanted: 'IPv6 address', sample: '2001:db8::1' }],
  ['hostname', host],
  ['idn-hostname', host],
  ['json', { input: 'code', wanted: 'JSON as text' }],
  ['json-pointer', { input: 'line', wanted: 'JSON pointer', sample: '/items/0' }],
  ['html', { input: 'code', wanted: 'HTML' }],
  ['xml', { input: 'code', wanted: 'XML' }],
  ['css', { input: 'code', wanted: 'CSS' }],
  ['sql', { input: 'code', wanted: 'SQL' }],
  ['regex', { input: 'code', wanted: 'regular expression' }],
]);

function textFormat(format = ''): TextFormat | undefined {
  return formats.get(format);
}

const colourFormat = colour;

/** A slider cannot show more steps. */
const maxSliderSteps = 1000;
/** A wider span of decimals is not practical to choose by hand. */
const maxSliderSpan = 10_000;

export function numberWidget(rules: NumberRules | undefined, whole: boolean): NumberWidget {
  const {
    exclusiveMinimum: above = Number.NEGATIVE_INFINITY,
    exclusiveMaximum: below = Number.POSITIVE_INFINITY,
    minimum = above,
    maximum = below,
    multipleOf: multiple,
  } = rules ?? {};
  const step = multiple ?? (whole ? 1 : undefined);
  const open = whole ? (step ?? 0) : 0;
  const least = Math.max(minimum, above + open);
  const most = Math.min(maximum, below - open);
  const isBounded = Number.isFinite(least) && Number.isFinite(most);
  const span = isBounded ? most - least : 0;
  const isOpen = Number.isFinite(above) || Number.isFinite(below);
  const steps = step === undefined ? (span <= maxSliderSpan ? 100 : Number.POSITIVE_INFINITY) : span / step;
  return {
    kind: 'number',
    whole,
    min: Number.isFinite(least) ? least : undefined,
    max: Number.isFinite(most) ? most : undefined,
    isAboveMin: !whole && least === above,
    isBelowMax: !whole && most === below,
    multiple: multiple === 1 ? undefined : multiple,
    step: step ?? nearStep(span),
    slider: span > 0 && steps >= 2 && steps <= maxSliderSteps && (whole || !isOpen),
  };
}

/** The power of ten that divides the span into some hundred steps. */
function nearStep(span: number): number {
  return span > 0 ? 10 ** Math.floor(Math.log10(span / 50)) : 1;
}

export function objectWidget(flat: FlatSchema): Widget {
  const members = membersOf(flat);
  const { patterns = [], additional } = flat.object ?? {};
  const rest = additional?.read().always === false ? undefined : additional;
  const isOpen = rest ? isOpenSchema(rest) : !additional;
  if (members.length === 0 && patterns.length === 0 && isOpen) return { kind: 'json', holds: 'object' };
  return {
    kind: 'object',
    members,
    patterns: patterns.map(([{ source }, schema]) => ({ pattern: source, schema })),
    rest,
    keys: keyWords(flat),
  };
}

/** Longer patterns are shown only with an error. */
const maxShown = 40;

function keyWords({ object, patternSample }: FlatSchema): string[] {
  const names = object?.names && flatSchema(object.names);
  const [pattern, sample] = names
    ? [names.text?.pattern, names.patternSample]
    : [keyPatternOf(object), patternSample];
  if (!pattern) return [];
  const isShort = (text = '') => text !== '' && text.length <= maxShown;
  const words = [
    ...(isShort(sample) ? [`such as ${sample}`] : []),
    ...(isShort(pattern.source) ? [`of pattern ${pattern.source}`] : []),
  ];
  return words.length > 0 ? [`keys ${words.join(', ')}`] : [];
}

/** A schema that allows any value. */
export function isOpenSchema({ schema, inPlace }: SchemaNode): boolean {
  return schema === true || (Object.keys(schema).length === 0 && !inPlace);
}

/** The properties, and those of conditions. The server checks which conditions hold. */
function membersOf({ object, inPlace }: FlatSchema): Member[] {
  const conditions = inPlace.conditions.flatMap((one) => [one.then, one.else]);
  const dependent = object?.dependentSchemas.map(([, schema]) => schema) ?? [];
  const brought = [...conditions, ...dependent].flatMap((schema) => [
    ...((schema && flatSchema(schema)?.object?.properties) ?? []),
  ]);
  const needed = object?.required ?? [];
  const open = needed.map((name): [string, SchemaNode] => [name, anySchema]);
  const members = new Map<string, Member>();
  for (const [name, schema] of [...(object?.properties ?? []), ...brought, ...open]) {
    if (schema.read().always !== false && name !== '__proto__' && !members.has(name))
      members.set(name, { name, schema, required: needed.includes(name) });
  }
  return [...members.values()];
}

/** The types of a schema, declared or implied by its keywords; none if it allows any. */
export function typesOf({ typeNames, object, list, text, number }: SchemaNode): string[] {
  if (typeNames.length > 0)
    return typeNames.filter((type) => type !== 'integer' || !typeNames.includes('number'));
  const implied = [object && 'object', list && 'array', text && 'string', number && 'number'];
  const names = implied.filter((name) => name !== undefined);
  return names.length === 1 ? names : [];
}
