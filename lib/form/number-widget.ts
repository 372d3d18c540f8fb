import type { NumberRules } from '../schema/schema-node.ts';
import type { NumberWidget } from './widget.ts';

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
