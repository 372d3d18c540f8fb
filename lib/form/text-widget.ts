import type { JsonObject } from '../json/json.ts';
import { isBinaryMediaType } from '../operation/media-type.ts';
import { own } from '../schema/schema-references.ts';
import { base64Alphabet, isBytes } from '../schema/schema-facets.ts';
import { patternSampleKeyword } from '../schema/pattern-sample-keyword.ts';
import { colourFormat, textFormat } from './text-formats.ts';
import type { TextWidget, Widget } from './widget.ts';

/** Formats that no empty text has. */
const NEVER_EMPTY = new Set([
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
/** Longer texts than this get room to grow. */
const MAX_LINE = 80;

export function textWidget(keywords: JsonObject): Widget {
  const mediaType = own(keywords, 'contentMediaType');
  const named = typeof mediaType === 'string' ? mediaType : undefined;
  const alphabet = base64Alphabet([keywords]);
  if (alphabet !== undefined || isBytes([keywords]) || (named !== undefined && isBinaryMediaType(named))) {
    return { kind: 'file', encoding: alphabet ?? 'data-url', mediaType: named };
  }
  const format = own(keywords, 'format');
  const known =
    textFormat(format) ??
    (typeof format !== 'string' && isColourPattern(own(keywords, 'pattern')) ? colourFormat : undefined);
  const [minLength, maxLength, pattern] = ['minLength', 'maxLength', 'pattern'].map((keyword) =>
    own(keywords, keyword),
  );
  const examples = own(keywords, 'examples');
  const sample = own(keywords, patternSampleKeyword);
  // Any other format says by itself what is wanted.
  const saysPattern = known === undefined || known.input === 'password';
  return {
    kind: 'text',
    input: known?.input ?? inputOf(named, pattern, maxLength),
    wanted: known?.wanted ?? 'text',
    sample: known?.sample,
    pattern: typeof pattern === 'string' && saysPattern ? pattern : undefined,
    patternSample: saysPattern && typeof sample === 'string' ? sample : undefined,
    minLength: typeof minLength === 'number' ? minLength : 0,
    maxLength: typeof maxLength === 'number' ? maxLength : undefined,
    takesEmpty:
      !(typeof minLength === 'number' && minLength > 0) &&
      !(typeof format === 'string' && NEVER_EMPTY.has(format)) &&
      (typeof pattern !== 'string' || matchesEmpty(pattern)),
    suggestions: Array.isArray(examples) ? examples.filter((one) => typeof one === 'string') : [],
  };
}

function inputOf(mediaType: string | undefined, pattern: unknown, maxLength: unknown): TextWidget['input'] {
  if (mediaType !== undefined)
    return /^text\/(?:plain|markdown)\b/.test(mediaType) || mediaType === 'text/*' ? 'long' : 'code';
  if (typeof pattern === 'string') return 'line';
  return typeof maxLength === 'number' && maxLength <= MAX_LINE ? 'line' : 'long';
}

/** `^#[0-9a-fA-F]{6}$` and its like: six hexadecimal digits after a hash. */
function isColourPattern(pattern: unknown): boolean {
  if (typeof pattern !== 'string') return false;
  return /^\^\(?#/.test(pattern) && /0-9/.test(pattern) && /a-f/i.test(pattern) && pattern.includes('{6}');
}

/** An empty text is matched in no time, whatever the pattern. */
function matchesEmpty(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u').test('');
  } catch (error) {
    if (error instanceof SyntaxError) return true;
    throw error;
  }
}
