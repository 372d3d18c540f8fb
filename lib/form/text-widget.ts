import { isBinaryMediaType } from '../operation/media-type.ts';
import type { FlatSchema } from '../schema/schema-node.ts';
import { own } from '../schema/schema-references.ts';
import { base64Alphabet, isBytes } from '../schema/schema-facets.ts';
import { colourFormat, textFormat } from './text-formats.ts';
import type { TextWidget, Widget } from './widget.ts';

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
