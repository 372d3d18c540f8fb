import type { JsonObject } from '../../lib/json/json.ts';
import type { RequestField } from '../../lib/operation/request-fields.ts';
import type { Price } from '../../lib/price/price.ts';
import { groupedNumber, sizeText } from '../../lib/text/numbers.ts';
import type { Choice, RangeAxis } from '../../lib/what-if/field-axis.ts';

/** A value of an axis: `14`, `1,200 characters`, `3 items`, `1.5 MiB`. */
export function valueText(kind: RangeAxis['kind'], value: number): string {
  if (kind === 'bytes') return sizeText(shownNumber(kind, value));
  const number = groupedNumber(value, 6);
  if (kind === 'number') return number;
  const one = kind === 'items' ? 'item' : 'character';
  return `${number} ${one}${value === 1 ? '' : 's'}`;
}

/** The number on the axis. A file is measured in bytes; four characters of base64 hold three. */
export function shownNumber(kind: RangeAxis['kind'], value: number): number {
  return kind === 'bytes' ? value * 0.75 : value;
}

/** Short enough for a tick. */
export function tickText(kind: RangeAxis['kind'], shown: number): string {
  if (kind === 'bytes') return sizeText(shown);
  const compact = Math.abs(shown) >= 10_000;
  return shown.toLocaleString('en', { notation: compact ? 'compact' : 'standard', maximumFractionDigits: 6 });
}

export function choiceText({ is }: Choice): string {
  if (typeof is === 'string') return is;
  return typeof is.value === 'string' && is.value !== '' ? is.value : JSON.stringify(is.value);
}

export interface WhatIfProps {
  slug: string;
  fields: readonly RequestField[];
  input: JsonObject;
  price: { from: number; to: number; written: Price };
}
