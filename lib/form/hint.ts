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
      return lengthWords(widget.minItems, widget.maxItems, 'item');
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

/** Longer patterns are no help before they are broken. */
const MAX_PATTERN = 32;
/** Whoever writes such a bound means none: the largest numbers of 32 and of 64 bits, a million million. */
const LEAST_UNSAID = 2 ** 31 - 1;
/** Nobody types as many characters, or as many items. */
const LEAST_UNSAID_LENGTH = 1_000_000;

function textWords({ input, wanted, pattern, minLength, maxLength }: TextWidget): string[] {
  const isFree = input === 'line' || input === 'long' || input === 'code';
  const isShown = pattern !== undefined && pattern !== '' && pattern.length <= MAX_PATTERN;
  return [
    wanted,
    ...(isShown ? [`pattern ${pattern}`] : []),
    ...(isFree ? lengthWords(minLength > 1 ? minLength : 0, maxLength ?? Infinity, 'character') : []),
  ];
}

function bounds({ min, max }: NumberWidget): string[] {
  const [from, to] = [min, max].map((bound) =>
    bound === undefined || Math.abs(bound) >= LEAST_UNSAID ? undefined : groupedNumber(bound),
  );
  if (from !== undefined && to !== undefined) return [`${from} to ${to}`];
  if (from !== undefined) return [`from ${from}`];
  return to === undefined ? [] : [`up to ${to}`];
}

function lengthWords(min: number, max: number, unit: string): string[] {
  const most = max < LEAST_UNSAID_LENGTH ? groupedNumber(max) : undefined;
  const units = (count: number) => (count === 1 ? unit : `${unit}s`);
  if (min > 0 && most !== undefined)
    return [min === max ? `${most} ${units(max)}` : `${groupedNumber(min)} to ${most} ${units(max)}`];
  if (most !== undefined) return [`up to ${most} ${units(max)}`];
  return min > 0 ? [`at least ${groupedNumber(min)} ${units(min)}`] : [];
}
