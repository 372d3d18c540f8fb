'use client';

import { useId, useMemo, useState } from 'react';
import { readCredits } from '../../lib/text/typed-credits.ts';
import { mostFor } from '../../lib/what-if/invert.ts';
import type { RequestField } from '../../lib/operation/request-fields.ts';
import { assess, type FieldEstimate, type Situation } from '../../lib/what-if/estimate-field.ts';
import { type ChoiceAxis, type FieldAxis, isAtMost, type RangeAxis } from '../../lib/what-if/field-axis.ts';
import { choiceText, valueText } from './value-text.ts';

interface Props {
  situation: Situation;
  field: RequestField;
  axis: FieldAxis;
  estimate: FieldEstimate;
  price: { from: number; to: number };
}

/** The largest value of a field that a number of credits buys. */
export function CreditsBuy({ situation, field, axis, estimate, price }: Props) {
  const [text, setText] = useState(() => String(Math.min(100, Math.ceil((price.from + price.to) / 2))));
  const id = useId();
  const answer = useMemo(() => {
    const credits = readCredits(text);
    if (typeof credits === 'string') return `${credits.charAt(0).toLowerCase()}${credits.slice(1)}`;
    if (axis.kind === 'choice') return choicesFor(credits, axis, estimate, field);
    return rangeFor(credits, axis, estimate, situation, field);
  }, [text, axis, estimate, situation, field]);
  return (
    <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
      <label id={`${id}-with`} htmlFor={id}>
        With
      </label>
      <input
        id={id}
        value={text}
        inputMode="numeric"
        autoComplete="off"
        onChange={({ target }) => setText(target.value)}
        aria-labelledby={`${id}-with ${id}-credits`}
        aria-describedby={`${id}-answer`}
        className="w-24 rounded-md border border-line bg-card px-3 py-1.5 text-right tabular-nums"
      />
      <span id={`${id}-credits`}>{readCredits(text) === 1 ? 'credit:' : 'credits:'}</span>
      <output id={`${id}-answer`} htmlFor={id} className="min-w-0 break-words font-medium tabular-nums">
        {answer}
      </output>
    </p>
  );
}

function choicesFor(
  credits: number,
  { choices }: ChoiceAxis,
  estimate: FieldEstimate,
  { label }: RequestField,
): string {
  const affordable = choices.filter(({ change }) => (estimate(change)?.credits ?? Infinity) <= credits);
  if (affordable.length === 0) return `not enough for any ${label}.`;
  if (affordable.length === choices.length) return `any ${label}.`;
  return `${label} ${affordable.map(choiceText).join(', ')}.`;
}

function rangeFor(
  credits: number,
  axis: RangeAxis,
  estimate: FieldEstimate,
  situation: Situation,
  { label, name, schema }: RequestField,
): string {
  const { program, fields } = situation;
  const others = assess(
    situation,
    fields.filter((other) => other.name !== name),
  );
  const [hole] = others.holes;
  if (hole) return `correct ${fields.find((other) => other.name === hole.name)?.label ?? hole.name} first.`;
  const found = mostFor(program, others.input, name, schema, credits);
  if (found.kind === 'none' || found.kind === 'values') return `cannot be computed for ${label}.`;
  if (found.unlimited) return `any ${label}.`;
  const whatever = isAtMost(axis, estimate) ? ' with any content' : '';
  if (found.most === null)
    return found.exact ? `not enough for any ${label}${whatever}.` : `cannot be computed for ${label}.`;
  const most = valueText(axis.kind, found.most);
  if (!found.exact) return `${label} of ${most}, possibly more.`;
  return `${label} ${axis.kind === 'number' ? 'up to' : 'of up to'} ${most}${whatever}.`;
}
