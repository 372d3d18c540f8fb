import { useMemo, useRef } from 'react';
import { flushSync } from 'react-dom';
import { chargeSchema, defaultCharges, outcomes, outcomeWords } from '../../../lib/call/charges.ts';
import type { FieldHint, Preview } from '../../../lib/operator/price-preview.ts';
import { type FormPrice, formPrice } from '../../../lib/product/edit-price.ts';
import { AsWritten } from '../../../lib/yaml/wanted.ts';
import { plusIcon } from '../../shell/icon-paths.ts';
import { Icon } from '../../shell/icons.tsx';
import { AmountField } from './amount-field.tsx';
import type { LineFaults } from './line-faults.ts';
import { publishedLine } from './line-shapes.ts';
import { PriceLine } from './price-line.tsx';

interface Props {
  price: FormPrice;
  /** The entry that is published. */
  published: string;
  hints: readonly FieldHint[];
  words: Preview['lines'] | undefined;
  faults: LineFaults;
  onChange: (price: FormPrice) => void;
  showYaml: () => void;
}

/** The lines of a price, its limits, and what failed calls cost. */
export function PriceForm({ price, published, hints, words, faults, onChange, showYaml }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const old = useMemo(() => formPrice(published), [published]);
  const { lines } = price;
  const setLines = (next: FormPrice['lines']) => onChange({ ...price, lines: next });
  const move = (from: number, to: number) => {
    const line = lines[from];
    if (!line || to < 0 || to >= lines.length) return;
    const left = lines.filter((_, at) => at !== from);
    flushSync(() => setLines([...left.slice(0, to), line, ...left.slice(to)]));
    list.current?.querySelector<HTMLElement>(`[data-line="${to}"]`)?.focus();
  };
  const others = faults
    .restOf(['price'], [['minimum'], ['maximum']])
    .filter((fault) => !faults.restOf(['price', 'lines'], []).includes(fault));
  return (
    <div className="grid min-w-0 gap-3">
      <ul ref={list} aria-label="Price lines" className="grid gap-3">
        {lines.map((line, index) => (
          <PriceLine
            key={index}
            {...{ line, index, hints, faults, move, showYaml }}
            count={lines.length}
            was={line instanceof AsWritten ? undefined : publishedLine(old, line, index, lines)}
            words={words?.length === lines.length ? words[index] : undefined}
            onChange={(next) => setLines(lines.map((one, at) => (at === index ? next : one)))}
            remove={() => setLines(lines.filter((_, at) => at !== index))}
          />
        ))}
      </ul>
      {faults.at('price', 'lines') !== undefined && (
        <p className="text-dense text-bad">{faults.at('price', 'lines')}</p>
      )}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <button
          type="button"
          onClick={() => setLines([...lines, { label: `Line ${lines.length + 1}`, flat: 1 }])}
          className="button button-small"
        >
          <Icon path={plusIcon} className="size-3.5" />
          Add a line
        </button>
        <span className="text-dense text-quiet">Sums are rounded up to whole credits.</span>
      </div>
      <div className="flex flex-wrap gap-x-8 gap-y-3 rounded-lg border border-line bg-card px-4 py-3">
        <AmountField
          label="A call costs at least"
          isOptional
          value={price.minimum}
          was={old?.minimum}
          fault={faults.at('price', 'minimum')}
          onChange={(minimum) => onChange({ ...price, minimum })}
        />
        <AmountField
          label="at most"
          value={price.maximum}
          was={old?.maximum}
          fault={faults.at('price', 'maximum')}
          onChange={(maximum) => onChange({ ...price, maximum })}
        />
        {others.map((fault) => (
          <p key={fault} className="basis-full text-dense break-words text-bad">
            {fault}
          </p>
        ))}
      </div>
      <Charges {...{ price, faults, onChange, showYaml }} old={old?.charges} />
    </div>
  );
}

type ChargesProps = Pick<Props, 'price' | 'faults' | 'onChange' | 'showYaml'> & {
  old: FormPrice['charges'] | undefined;
};

function Charges({ price, old, faults, onChange, showYaml }: ChargesProps) {
  const { charges } = price;
  if (charges instanceof AsWritten)
    return (
      <p className="text-dense text-quiet">
        What failed calls cost is written in a way that this form does not have.{' '}
        <button type="button" onClick={showYaml} className="text-accent underline underline-offset-4">
          Edit it as YAML
        </button>
      </p>
    );
  const before = old instanceof AsWritten ? undefined : old;
  return (
    <section aria-labelledby="charges" className="rounded-lg border border-line bg-card">
      <h3 id="charges" className="border-b border-line px-4 py-2.5 font-semibold">
        When it is charged
      </h3>
      <ul>
        {outcomes.map((outcome) => {
          const usual = defaultCharges[outcome];
          const value = charges[outcome];
          const was = before?.[outcome] ?? usual;
          const isKnown = chargeSchema.options.some((option) => option === (value ?? usual));
          const fault = faults.at('charges', outcome);
          return (
            <li
              key={outcome}
              className="grid items-center gap-x-4 gap-y-1 border-b border-rule px-4 py-2 last:border-b-0 sm:grid-cols-[minmax(0,1fr)_15rem]"
            >
              <label htmlFor={`charge-${outcome}`} className="text-dense">
                {outcomeWords[outcome]}
                {(value ?? usual) !== was && (
                  <span className="ml-2 text-xs text-quiet">was {shortCharge(was)}</span>
                )}
              </label>
              <select
                id={`charge-${outcome}`}
                value={String(value ?? usual)}
                onChange={({ target }) =>
                  onChange({ ...price, charges: { ...charges, [outcome]: target.value } })
                }
                className="field"
              >
                {!isKnown && <option value={String(value)}>{String(value)}</option>}
                {chargeSchema.options.map((option) => (
                  <option key={option} value={option}>
                    {shortCharge(option)}
                  </option>
                ))}
              </select>
              {fault !== undefined && <p className="text-dense text-bad sm:col-span-2">{fault}</p>}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function shortCharge(charge: unknown): string {
  if (charge === 'settled') return 'by use, at most the quote';
  if (charge === 'quoted') return 'as quoted';
  return charge === 'nothing' ? 'nothing' : String(charge);
}
