import type { JsonObject } from '../json/json.ts';
import { own } from '../schema/schema-references.ts';
import type { NumberWidget } from './widget.ts';

/** More steps than this cannot be told apart on the width of a slider. */
const MAX_SLIDER_STEPS = 1000;
/** Of numbers that need not be whole, a wider span is one that nobody chooses in by hand. */
const MAX_SLIDER_SPAN = 10_000;

export function numberWidget(keywords: JsonObject, whole: boolean): NumberWidget {
  const given = (keyword: string) => {
    const value = own(keywords, keyword);
    return typeof value === 'number' ? value : undefined;
  };
  const multiple = given('multipleOf');
  const step = multiple !== undefined && multiple > 0 ? multiple : whole ? 1 : undefined;
  const open = step ?? 0;
  const min = largest(given('minimum'), above(given('exclusiveMinimum'), whole ? open : 0));
  const max = smallest(given('maximum'), above(given('exclusiveMaximum'), whole ? -open : 0));
  const isOpen = given('exclusiveMinimum') !== undefined || given('exclusiveMaximum') !== undefined;
  const span = min === undefined || max === undefined ? 0 : max - min;
  const steps = step === undefined ? (span <= MAX_SLIDER_SPAN ? 100 : Number.POSITIVE_INFINITY) : span / step;
  return {
    kind: 'number',
    whole,
    min,
    max,
    isAboveMin: !whole && min !== undefined && min === given('exclusiveMinimum'),
    isBelowMax: !whole && max !== undefined && max === given('exclusiveMaximum'),
    multiple: multiple !== undefined && multiple > 0 && multiple !== 1 ? multiple : undefined,
    step: step ?? nearStep(span),
    slider: span > 0 && steps >= 2 && steps <= MAX_SLIDER_STEPS && (whole || !isOpen),
  };
}

/** The power of ten that makes some hundred steps of the span. */
function nearStep(span: number): number {
  return span > 0 && Number.isFinite(span) ? 10 ** Math.floor(Math.log10(span / 50)) : 1;
}

function above(bound: number | undefined, by: number): number | undefined {
  return bound === undefined ? undefined : bound + by;
}

function largest(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined ? b : b === undefined ? a : Math.max(a, b);
}

function smallest(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined ? b : b === undefined ? a : Math.min(a, b);
}
