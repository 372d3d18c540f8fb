import type { Description, NumberWidget, TextWidget, Widget, FileWidget, Option } from '../../form/widget.ts';
import { type JsonValue, isJsonObject } from '../../json/json.ts';
import { decodeFileText, fileTextSize } from '../../operation/file-text.ts';
import { groupedNumber, sizeText } from '../../text/numbers.ts';

/** Longer defaults are not shown. */
const maxDefault = 40;

/** The constraints of a field in a few words: "whole number, 1–100, default 5". A pattern comes last. */
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
  const pattern = 'pattern' in widget && widget.pattern;
  if (pattern && pattern.length <= maxPattern) words.push(`pattern ${pattern}`);
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
    default:
      return [];
  }
}

/** A longer pattern is shown only with its error. */
const maxPattern = 32;
/** Bounds that mean no bound: the largest 32-bit and 64-bit integers, and 10^12. */
const leastUnsaid = 2 ** 31 - 1;
/** Limits too large to matter. */
const leastUnsaidLength = 1_000_000;

const freeInputs: TextWidget['input'][] = ['line', 'long', 'code', 'password'];

function textWords({ input, wanted, minLength, maxLength }: TextWidget): string[] {
  const isFree = freeInputs.includes(input);
  return [
    wanted,
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

/** Whether a widget can show a value. Unions, choices and JSON show any value. */
export function fitsWidget(widget: Widget, value: JsonValue): boolean {
  switch (widget.kind) {
    case 'text':
    case 'file':
      return typeof value === 'string';
    // An unfinished number is a string. A single-line input would drop line breaks.
    case 'number':
      return typeof value === 'number' || (typeof value === 'string' && !/[\n\r]/.test(value));
    case 'boolean':
      return typeof value === 'boolean';
    case 'picks':
    case 'list':
      return Array.isArray(value);
    case 'object':
      return isJsonObject(value);
    default:
      return true;
  }
}

/** Whether a field has a Clear button: typed text can be deleted, and a required choice can only change. */
export function hasClear(widget: Widget, required: boolean): boolean {
  const isSwitched = widget.kind === 'choice' || widget.kind === 'boolean' || widget.kind === 'union';
  if (required && isSwitched) return false;
  if (widget.kind === 'text') return widget.input === 'date';
  return widget.kind !== 'number' && widget.kind !== 'json';
}

/** Whether a date input can show a text. It would show nothing for any other text. */
export function isShownAsDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || text.startsWith('0000')) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** `2026-01-15T10:30`, 60 minutes ahead of UTC → `2026-01-15T10:30:00+01:00`. */
export function withOffset(local: string, offsetMinutes: number): string {
  const [date = '', time = ''] = local.split('T');
  const full = time.length === 5 ? `${time}:00` : time;
  const minutes = Math.abs(offsetMinutes);
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const offset =
    offsetMinutes === 0 ? 'Z' : `${offsetMinutes < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`;
  return `${date}T${full}${offset}`;
}

/** A value moved by some steps within its bounds. Without a value, the nearest bound or zero. */
export function steppedNumber(
  { min, max, step }: NumberWidget,
  value: JsonValue | undefined,
  steps: number,
): number {
  if (typeof value !== 'number') return within(0, min, max);
  const places = Math.max(decimalPlaces(step), decimalPlaces(value));
  return within(Number((value + steps * step).toFixed(Math.min(places, 20))), min, max);
}

function within(value: number, min: number | undefined, max: number | undefined): number {
  return Math.min(Math.max(value, min ?? -Infinity), max ?? Infinity);
}

function decimalPlaces(value: number): number {
  const [mantissa = '', exponent = '0'] = String(value).split('e');
  return Math.max(0, (mantissa.split('.')[1] ?? '').length - Number(exponent));
}

export interface ShownFile {
  name: string;
  /** Type and size. */
  detail: string;
  isPicture: boolean;
}

/** Larger pictures get no preview. */
const maxPictureCharacters = 3_000_000;
/** Contains the head of any data URL. */
const headCharacters = 1024;

/** The name, type and size of a file; undefined if the text is not a file. */
export function shownFile(text: string, { encoding, mediaType }: FileWidget): ShownFile | undefined {
  const size = fileTextSize(text);
  if (size === undefined) return undefined;
  const comma = text.slice(0, headCharacters).indexOf(',');
  const isDataUrl = /^data:/i.test(text);
  const head = isDataUrl ? decodeFileText(`${text.slice(0, comma)},`) : undefined;
  const type = head?.mediaType ?? (isDataUrl ? 'text/plain' : mediaType);
  return {
    name: head?.fileName ?? (encoding === 'data-url' || isDataUrl ? 'File' : `File as ${encoding}`),
    detail: [...(type === undefined ? [] : [type]), sizeText(size)].join(', '),
    isPicture:
      isDataUrl &&
      /^image\/(?:png|jpeg|gif|webp|avif)$/.test(type ?? '') &&
      text.length < maxPictureCharacters,
  };
}

/** The options that contain every word of the search; those that start with it come first. */
export function matchingOptions(options: Option[], query: string): Option[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return options;
  const start = words.join(' ');
  const found = options.filter(({ label, help }) => {
    const text = `${label} ${help}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const leads = (option: Option) => option.label.toLowerCase().startsWith(start);
  return [...found.filter(leads), ...found.filter((option) => !leads(option))];
}

/** Few and short options are shown all at once; others need a search. */
const maxOptions = 6;

const maxCharacters = 72;

export function isShortChoice(options: Pick<Option, 'label'>[]): boolean {
  const characters = options.reduce((sum, { label }) => sum + label.length, 0);
  return options.length <= maxOptions && (characters <= maxCharacters || options.length <= 2);
}
