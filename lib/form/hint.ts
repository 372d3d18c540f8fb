import { groupedNumber } from '../grouped-number.ts';
import type { JsonValue } from '../json.ts';
import type { Description, NumberWidget, TextWidget, Widget } from './widget.ts';

/** Longer defaults are not worth their room. */
const MAX_DEFAULT = 40;

/** What a field takes, in a few words: "whole number, 1–100, default 5". */
export function hintOf({ widget }: Description, fallback: JsonValue | undefined): string {
  const text = fallback === undefined || fallback === null ? '' : JSON.stringify(fallback);
  const isShort = text !== '' && text.length <= MAX_DEFAULT;
  const given =
    typeof fallback === 'number'
      ? groupedNumber(fallback)
      : typeof fallback === 'string' && fallback !== ''
        ? fallback
        : text;
  return [...wordsOf(widget), ...(isShort ? [`default ${given}`] : [])].join(', ');
}

function wordsOf(widget: Widget): string[] {
  switch (widget.kind) {
    case 'text':
      return textWords(widget);
    case 'number':
      return [widget.whole ? 'whole number' : 'number', ...bounds(widget)];
    case 'list':
      return lengthWords(widget.minItems, widget.maxItems);
    case 'json':
      return [widget.holds === 'anything' ? 'JSON' : widget.holds === 'list' ? 'JSON list' : 'JSON object'];
    case 'boolean':
    case 'choice':
    case 'picks':
    case 'file':
    case 'object':
    case 'union':
      return [];
  }
}

const WORDS: Record<TextWidget['input'], string> = {
  line: 'text',
  long: 'text',
  code: 'text',
  url: 'URL',
  email: 'email address',
  password: 'secret text',
  date: 'date',
  'date-time': 'date and time',
  time: 'time',
  colour: 'colour',
  key: 'text',
};

function textWords({ input, maxLength }: TextWidget): string[] {
  const isFree = input === 'line' || input === 'long' || input === 'code';
  return [
    WORDS[input],
    ...(isFree && maxLength !== undefined ? [`up to ${groupedNumber(maxLength)} characters`] : []),
  ];
}

function bounds({ min, max }: NumberWidget): string[] {
  if (min !== undefined && max !== undefined) return [`${groupedNumber(min)} to ${groupedNumber(max)}`];
  if (min !== undefined) return [`from ${groupedNumber(min)}`];
  return max === undefined ? [] : [`up to ${groupedNumber(max)}`];
}

function lengthWords(min: number, max: number): string[] {
  if (min > 0 && max < Infinity)
    return [min === max ? `${min} items` : `${min} to ${groupedNumber(max)} items`];
  if (max < Infinity) return [`up to ${groupedNumber(max)} items`];
  return min > 0 ? [`at least ${groupedNumber(min)} ${min === 1 ? 'item' : 'items'}`] : [];
}
