import type { FieldHint } from '../../../lib/operator/price-preview.ts';
import type { EntryPath, FormLine, FormQuantity } from '../../../lib/product/edit-price.ts';
import { AmountField, type Value } from './amount-field.tsx';
import { FormulaField } from './formula-field.tsx';
import { Add, Remove, Segments, TextField } from './small-fields.tsx';

export interface RuleProps<Line> {
  line: Line;
  /** As it is published. */
  was: FormLine | undefined;
  hints: readonly FieldHint[];
  /** Of a field of the line. */
  fault: (...path: EntryPath) => string | undefined;
  onChange: (line: Line) => void;
}

type Per = Extract<FormLine, { per: unknown }>;
type Tiers = Extract<FormLine, { tiers: unknown }>;
type Flat = Extract<FormLine, { flat: unknown }>;

export function FlatFields({ line, was, fault, onChange }: RuleProps<Flat>) {
  return (
    <AmountField
      label="Credits for the call"
      value={line.flat}
      was={was && 'flat' in was ? was.flat : undefined}
      fault={fault('flat')}
      onChange={(flat) => onChange({ ...line, flat: flat ?? null })}
    />
  );
}

export function PerFields({ line, was, hints, fault, onChange }: RuleProps<Per>) {
  const { per } = line;
  const old = was && 'per' in was ? was.per : undefined;
  const set = (part: Partial<Per['per']>) => onChange({ ...line, per: { ...per, ...part } });
  return (
    <div className="grid gap-3">
      <QuantityFields
        {...{ hints }}
        quantity={per.quantity}
        was={old?.quantity}
        fault={(...path) => fault('per', 'quantity', ...path)}
        onChange={(quantity) => set({ quantity })}
      />
      <div className="flex flex-wrap items-start gap-x-5 gap-y-3">
        <AmountField
          label="Each"
          value={per.rate}
          was={old?.rate}
          fault={fault('per', 'rate')}
          onChange={(rate) => set({ rate: rate ?? null })}
        />
        <TextField
          label="Unit"
          value={per.unit}
          fault={fault('per', 'unit')}
          onChange={(unit) => set({ unit })}
        />
        <AmountField
          label="Free"
          isOptional
          value={per.included}
          was={old?.included}
          fault={fault('per', 'included')}
          onChange={(included) => set({ included })}
        />
        <AmountField
          label="One for every"
          isOptional
          value={per.every}
          was={old?.every}
          fault={fault('per', 'every')}
          onChange={(every) => set({ every })}
        />
      </div>
    </div>
  );
}

const modes = { graduated: 'Each step its rate', volume: 'One rate for all' };

export function TiersFields({ line, was, hints, fault, onChange }: RuleProps<Tiers>) {
  const { tiers } = line;
  const old = was && 'tiers' in was ? was.tiers : undefined;
  const steps = tiers.steps ?? [];
  const set = (part: Partial<Tiers['tiers']>) => onChange({ ...line, tiers: { ...tiers, ...part } });
  const setStep = (index: number, part: (typeof steps)[number]) =>
    set({ steps: steps.map((step, at) => (at === index ? { ...step, ...part } : step)) });
  return (
    <div className="grid gap-3">
      <QuantityFields
        {...{ hints }}
        quantity={tiers.quantity}
        was={old?.quantity}
        fault={(...path) => fault('tiers', 'quantity', ...path)}
        onChange={(quantity) => set({ quantity })}
      />
      <div className="flex flex-wrap items-start gap-x-5 gap-y-3">
        <TextField
          label="Unit"
          value={tiers.unit}
          fault={fault('tiers', 'unit')}
          onChange={(unit) => set({ unit })}
        />
        <Segments
          label="How steps count"
          choices={modes}
          chosen={tiers.mode === 'graduated' || tiers.mode === 'volume' ? tiers.mode : undefined}
          fault={fault('tiers', 'mode')}
          choose={(mode) => set({ mode })}
        />
      </div>
      <ul className="grid gap-2">
        {steps.map((step, index) => (
          <li key={index} className="flex flex-wrap items-start gap-x-4 gap-y-2">
            {index === steps.length - 1 && step.upTo === undefined ? (
              <span className="min-w-28 pt-2 text-dense text-quiet">beyond</span>
            ) : (
              <AmountField
                label="up to"
                isOptional
                value={step.upTo}
                was={old?.steps?.[index]?.upTo}
                fault={fault('tiers', 'steps', index, 'upTo') ?? fault('tiers', 'steps', index)}
                onChange={(upTo) => setStep(index, { upTo })}
              />
            )}
            <AmountField
              label="each"
              value={step.rate}
              was={old?.steps?.[index]?.rate}
              fault={fault('tiers', 'steps', index, 'rate')}
              onChange={(rate) => setStep(index, { rate: rate ?? null })}
            />
            {steps.length > 1 && (
              <Remove
                name={`step ${index + 1}`}
                className="sm:mt-1"
                onClick={() => set({ steps: steps.filter((_, at) => at !== index) })}
              />
            )}
          </li>
        ))}
      </ul>
      <div>
        <Add onClick={() => set({ steps: withStep(steps) })}>Add a step</Add>
      </div>
    </div>
  );
}

/** Before the last step, which covers the rest. */
function withStep(steps: NonNullable<Tiers['tiers']['steps']>): NonNullable<Tiers['tiers']['steps']> {
  const last = steps.at(-1) ?? { rate: 1 };
  const below = steps.at(-2)?.upTo;
  const upTo = typeof below === 'number' ? below * 2 : 10;
  return [...steps.slice(0, -1), { upTo, rate: last.rate }, last];
}

interface QuantityProps {
  quantity: FormQuantity | undefined;
  was: FormQuantity | undefined;
  hints: readonly FieldHint[];
  fault: (...path: EntryPath) => string | undefined;
  onChange: (quantity: FormQuantity) => void;
}

/** What is counted: the same before and after the call, or not. */
function QuantityFields({ quantity, was, hints, fault, onChange }: QuantityProps) {
  const { quoted, settled } = sidesOf(quantity);
  const old = sidesOf(was);
  const isSettled = settled !== undefined;
  return (
    <div className="grid gap-2">
      <FormulaField
        label="Counts"
        kind="number"
        {...{ hints }}
        value={quoted}
        was={was === undefined ? undefined : old.quoted}
        fault={fault('quoted') ?? fault()}
        onChange={(value = '') => onChange(isSettled ? { quoted: value, settled } : value)}
      />
      {isSettled && (
        <FormulaField
          label="After it"
          kind="number"
          isAfter
          {...{ hints }}
          value={settled}
          was={old.settled}
          fault={fault('settled')}
          onChange={(value = '') => onChange({ quoted: quoted ?? '', settled: value })}
        />
      )}
      <label className="flex min-h-7 w-fit items-center gap-2 text-dense text-quiet sm:ml-[5.25rem]">
        <input
          type="checkbox"
          checked={isSettled}
          onChange={({ target }) =>
            onChange(target.checked ? { quoted: quoted ?? '', settled: quoted ?? '' } : (quoted ?? ''))
          }
          className="accent-accent"
        />
        Count again after the call, at most the quote
      </label>
    </div>
  );
}

function sidesOf(quantity: FormQuantity | undefined): { quoted: Value; settled: Value } {
  if (typeof quantity === 'object' && quantity !== null) return quantity;
  return { quoted: quantity, settled: undefined };
}
