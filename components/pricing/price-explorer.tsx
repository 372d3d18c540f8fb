'use client';

import { useQuery } from '@tanstack/react-query';
import { useId, useMemo, useState } from 'react';
import type { JsonObject, JsonValue } from '../../lib/json/json.ts';
import type { RequestField } from '../../lib/operation/request-fields.ts';
import { compilePrice } from '../../lib/price/compile-price.ts';
import { groupedNumber } from '../../lib/text/numbers.ts';
import {
  estimateField,
  estimateInput,
  faultyNames,
  type Situation,
  type FieldEstimate,
} from '../../lib/what-if/estimate-field.ts';
import {
  changesPrice,
  fieldAxis,
  isAtMost,
  type RangeAxis,
  type Choice,
  type ChoiceAxis,
} from '../../lib/what-if/field-axis.ts';
import type { CurvePoint } from '../../lib/what-if/price-curve.ts';
import { estimateOptions } from '../playground/estimate-options.ts';
import { inputId } from '../playground/input/inputs.ts';
import { CreditsBuy } from './credits-buy.tsx';
import { RangePlot } from './range-plot.tsx';
import { choiceText, type WhatIfProps } from './value-text.ts';
import { Waiting } from './waiting.tsx';

export function PriceExplorer({ slug, fields, input, price }: WhatIfProps) {
  const { data, error, isPlaceholderData, refetch } = useQuery(estimateOptions(slug, input, inputId(input)));
  const compiled = useMemo(() => compilePrice(price.written), [price.written]);
  const situation = useMemo((): Situation | undefined => {
    if (!data || !compiled.ok) return undefined;
    const { missing = [], invalid = [] } = data;
    const { program } = compiled;
    return { program, fields, input, missing: faultyNames(missing), invalid: faultyNames(invalid) };
  }, [data, compiled, fields, input]);
  if (error) return <Trouble text={error.message} action="Try again" act={() => void refetch()} />;
  if (compiled.ok && !situation) return <Waiting />;
  const agrees = isPlaceholderData || (situation && estimateInput(situation) === data?.credits);
  if (!situation || !agrees)
    return (
      <Trouble
        text="The price has changed, or this page cannot compute it. Reload the page."
        action="Reload"
        act={() => window.location.reload()}
      />
    );
  return <Explorer situation={situation} price={price} />;
}

function Explorer({ situation, price }: { situation: Situation; price: WhatIfProps['price'] }) {
  const counting = useMemo(() => situation.fields.filter(({ affectsPrice }) => affectsPrice), [situation]);
  const [chosen, setChosen] = useState<string>();
  const seen = useMemo(() => seenField(situation, counting, chosen), [situation, counting, chosen]);
  if (!seen)
    return (
      <p className="mt-2">
        The price depends on fields that cannot be plotted. The form shows what each field adds.
      </p>
    );
  const { field, axis, estimate } = seen;
  return (
    <>
      <FieldChoice fields={counting} field={field} onChoose={setChosen} />
      {axis === undefined ? (
        <p className="mt-4 text-quiet">{field.label} cannot be plotted. The form shows what it adds.</p>
      ) : (
        <div key={field.name} className="mt-4 grid gap-6 [&>*]:min-w-0">
          {axis.kind === 'choice' ? (
            <ChoicePrices
              field={field}
              axis={axis}
              estimate={estimate}
              current={currentValue(situation, field)}
            />
          ) : (
            <RangePlot
              field={field}
              axis={axis}
              estimate={estimate}
              own={ownPoint(situation, field, axis)}
              evaluations={evaluationsFor(situation.input)}
            />
          )}
          <CreditsBuy situation={situation} field={field} axis={axis} estimate={estimate} price={price} />
        </div>
      )}
    </>
  );
}

/** The chosen field, or else the first that changes the price, preferably one with an exact plot. */
function seenField(situation: Situation, counting: readonly RequestField[], chosen: string | undefined) {
  const look = (field: RequestField) => {
    const estimate = estimateField(situation, field);
    return { field, estimate, axis: fieldAxis(field, estimate) };
  };
  const wanted = counting.find(({ name }) => name === chosen);
  if (wanted) return look(wanted);
  const plotted = counting.map(look).filter(({ axis }) => axis !== undefined);
  const changing = plotted.filter(({ axis, estimate }) => axis && changesPrice(axis, estimate));
  return (
    changing.find(({ axis, estimate }) => axis && !isAtMost(axis, estimate)) ?? changing[0] ?? plotted[0]
  );
}

function currentValue({ input }: Situation, { name, default: fallback }: RequestField) {
  return Object.hasOwn(input, name) ? input[name] : fallback;
}

/** The current value of the form, with its actual price. */
function ownPoint(situation: Situation, field: RequestField, axis: RangeAxis): CurvePoint | undefined {
  const position = axis.positionOf(currentValue(situation, field));
  return position === undefined ? undefined : { position, credits: estimateInput(situation) };
}

const mostEvaluations = 1_500;
const leastEvaluations = 130;
/** A price may count the characters of a text at every evaluation. */
const charactersCounted = 20_000_000;

function evaluationsFor(input: JsonObject): number {
  const characters = Object.values(input).reduce<number>(
    (sum, value) => sum + (typeof value === 'string' ? value.length : 0),
    1,
  );
  return Math.max(leastEvaluations, Math.min(mostEvaluations, Math.floor(charactersCounted / characters)));
}

interface FieldChoiceProps {
  fields: readonly RequestField[];
  field: RequestField;
  onChoose: (name: string) => void;
}

function FieldChoice({ fields, field, onChoose }: FieldChoiceProps) {
  const id = useId();
  if (fields.length === 1)
    return (
      <p className="mt-2 text-quiet">
        Price for different values of <strong className="text-ink">{field.label}</strong>.
      </p>
    );
  return (
    <p className="mt-2 flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-quiet">
      <label htmlFor={id}>Price for different values of</label>
      <select
        id={id}
        value={field.name}
        onChange={({ target }) => onChoose(target.value)}
        className="max-w-full rounded-md border border-line bg-card px-2 py-1 text-ink"
      >
        {fields.map(({ name, label }) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </select>
    </p>
  );
}

function Trouble({ text, action, act }: { text: string; action: string; act: () => void }) {
  return (
    <div role="alert" className="mt-2 rounded-md border border-line p-4">
      <p>{text}</p>
      <button
        type="button"
        onClick={act}
        className="mt-3 rounded-md border border-line px-3 py-1.5 hover:bg-sunk"
      >
        {action}
      </button>
    </div>
  );
}

interface Props {
  field: RequestField;
  axis: ChoiceAxis;
  estimate: FieldEstimate;
  current: JsonValue | undefined;
}

/** A table with a bar for each choice. */
export function ChoicePrices({ field, axis, estimate, current }: Props) {
  const chosen = chosenOf(axis.choices, current);
  const rows = axis.choices.map((choice) => ({
    choice,
    credits: estimate(choice.change)?.credits,
    isCurrent: choice === chosen,
  }));
  const most = Math.max(1, ...rows.map(({ credits }) => credits ?? 0));
  return (
    <table className="w-full border-collapse text-sm tabular-nums">
      <caption className="sr-only">Credits by {field.label}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">{field.label}</th>
          <th scope="col">Credits</th>
          <th scope="col">Bar</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ choice, credits, isCurrent }, index) => (
          <tr key={index} className="border-t border-dashed border-line first:border-t-0">
            <th scope="row" className="max-w-40 py-2 pr-4 text-left font-normal break-words sm:max-w-64">
              <span className={typeof choice.is === 'string' ? 'text-quiet' : 'font-medium'}>
                {choiceText(choice)}
              </span>
              {isCurrent && (
                <span className="ml-2 rounded-sm bg-accent-soft px-1.5 py-0.5 text-xs whitespace-nowrap">
                  your input
                </span>
              )}
            </th>
            <td className="w-px py-2 pr-4 text-right whitespace-nowrap">
              {credits === undefined ? 'no price' : groupedNumber(credits)}
            </td>
            <td aria-hidden="true" className="w-3/5 py-2">
              <svg className="block h-3 w-full" focusable="false">
                <rect
                  width={`${(100 * (credits ?? 0)) / most}%`}
                  height="100%"
                  rx="2"
                  className={isCurrent ? 'fill-accent' : 'fill-quiet opacity-50'}
                />
              </svg>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The choice of the current value: itself, or “any other value” where that is a choice. */
function chosenOf(choices: readonly Choice[], current: JsonValue | undefined): Choice | undefined {
  const same = choices.find(({ is }) =>
    typeof is === 'string'
      ? is === 'left out' && current === undefined
      : JSON.stringify(is.value) === JSON.stringify(current),
  );
  return same ?? choices.find(({ is }) => is === 'given');
}
