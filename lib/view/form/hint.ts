import { groupedNumber } from '../../text/grouped-number.ts';
import type { JsonValue } from '../../json/json.ts';
import type { Description, NumberWidget, TextWidget, Widget } from '../../form/widget.ts';

/** Longer defaults are not shown. */
const maxDefault = 40;

/** The constraints of a field in a few words: "whole number, 1–100, default 5". */
export function hintOf(description: Description, fallback: JsonValue | undefined): string {
  const { widget } = description;
  const text = fallback === undefined || fallback === null ? '' : JSON.stringify(fallback);
  const isShort = text !== '' && text.length <= maxDefault;
  const given =
    typeof fallback === 'number'
      ? groupedNumber(fallback)
      : typeof fallback === 'string' && fallback !== ''
        ? fallback
        : text;
  const words = isShort ? [`default ${given}`] : exampleWords(description);
  return [...wordsOf(widget), ...words].join(', ');
}

/** Longer examples are not shown. */
const maxExample = 40;

/** An example, if neither the placeholder nor the help shows one. */
function exampleWords({ widget, help, example }: Description): string[] {
  if (widget.kind !== 'text' || widget.sample !== undefined) return [];
  // Never shows a secret of the document.
  const shown = widget.input === 'password' ? widget.patternSample : (example ?? widget.patternSample);
  if (typeof shown !== 'string' || shown.trim() === '' || shown.length > maxExample) return [];
  return /[\n\r]/.test(shown) || help.includes(shown) ? [] : [`such as ${shown}`];
}

function wordsOf(widget: Widget): string[] {
  switch (widget.kind) {
    case 'text':
      return textWords(widget);
    case 'number':
      return [widget.whole ? 'whole number' : 'number', ...bounds(widget), ...multipleWords(widget)];
    case 'list':
      return lengthWords(widget.minItems, widget.maxItems, 'item');
    case 'json':
      return [widget.holds === 'anything' ? 'JSON' : widget.holds === 'list' ? 'JSON list' : 'JSON object'];
    case 'object':
      return widget.keys;
    case 'boolean':
    case 'choice':
    case 'picks':
    case 'file':
    case 'union':
      return [];
  }
}

/** A longer pattern is shown only with its error. */
const maxPattern = 32;
/** Bounds that mean no bound: the largest 32-bit and 64-bit integers, and 10^12. */
const leastUnsaid = 2 ** 31 - 1;
/** Limits too large to matter. */
const leastUnsaidLength = 1_000_000;

function textWords({ input, wanted, pattern, minLength, maxLength }: TextWidget): string[] {
  const isFree = input === 'line' || input === 'long' || input === 'code' || input === 'password';
  const isShown = pattern !== undefined && pattern !== '' && pattern.length <= maxPattern;
  return [
    wanted,
    ...(isShown ? [`pattern ${pattern}`] : []),
    ...(isFree ? lengthWords(minLength > 1 ? minLength : 0, maxLength ?? Infinity, 'character') : []),
  ];
}

function bounds({ min, max, isAboveMin, isBelowMax }: NumberWidget): string[] {
  const [from, to] = [min, max].map((bound) =>
    bound === undefined || Math.abs(bound) >= leastUnsaid ? undefined : groupedNumber(bound),
  );
  if (from !== undefined && to !== undefined && !isAboveMin && !isBelowMax) return [`${from} to ${to}`];
  return [
    ...(from === undefined ? [] : [isAboveMin ? `more than ${from}` : `from ${from}`]),
    ...(to === undefined ? [] : [isBelowMax ? `less than ${to}` : `up to ${to}`]),
  ];
}

function multipleWords({ multiple }: NumberWidget): string[] {
  return multiple === undefined ? [] : [`multiple of ${groupedNumber(multiple)}`];
}

function lengthWords(min: number, max: number, unit: string): string[] {
  const most = max < leastUnsaidLength ? groupedNumber(max) : undefined;
  const units = (count: number) => (count === 1 ? unit : `${unit}s`);
  if (min > 0 && most !== undefined)
    return [min === max ? `${most} ${units(max)}` : `${groupedNumber(min)} to ${most} ${units(max)}`];
  if (most !== undefined) return [`up to ${most} ${units(max)}`];
  return min > 0 ? [`at least ${groupedNumber(min)} ${units(min)}`] : [];
}
