import { useState } from 'react';
import type { FormChoice, FormLine } from '../../../lib/product/edit-price.ts';
import { AmountField } from './amount-field.tsx';
import { FormulaField } from './formula-field.tsx';
import type { RuleProps } from './rule-fields.tsx';
import { Add, Remove, TextField } from './small-fields.tsx';

type Choice = Extract<FormLine, { choice: unknown }>;

/** A table of values, each with its credits. */
export function ChoiceFields({ line, was, hints, fault, onChange }: RuleProps<Choice>) {
  const { choice } = line;
  const old = was && 'choice' in was ? was.choice : undefined;
  const rows = choice.credits ?? [];
  const set = (part: Partial<FormChoice>) => onChange({ ...line, choice: { ...choice, ...part } });
  const values = hints.find(({ path }) => path === choice.value)?.values ?? [];
  const missing =
    choice.otherwise === undefined ? values.filter((name) => !rows.some(([known]) => known === name)) : [];
  const add = (name: string) => set({ credits: [...rows, [name, null]] });
  return (
    <div className="grid gap-3">
      <FormulaField
        label="Of"
        kind="any"
        {...{ hints }}
        value={choice.value}
        was={old?.value}
        fault={fault('choice', 'value') ?? fault('choice')}
        onChange={(value) => set({ value })}
      />
      <ul className="flex flex-wrap items-start gap-x-4 gap-y-3">
        {rows.map(([name, amount], index) => (
          <li key={name} className="grid gap-1">
            <span className="flex items-center gap-1 font-mono text-dense">
              {name}
              <Remove name={name} onClick={() => set({ credits: rows.filter((_, at) => at !== index) })} />
            </span>
            <AmountField
              label={`Credits for ${name}`}
              isLabelHidden
              value={amount}
              was={old?.credits?.find(([known]) => known === name)?.[1]}
              fault={fault('choice', 'credits', name)}
              onChange={(credits) =>
                set({ credits: rows.map((row, at) => (at === index ? [name, credits ?? null] : row)) })
              }
            />
          </li>
        ))}
        <li className="grid gap-1">
          <span className="flex min-h-7 items-center text-dense text-quiet">anything else</span>
          <AmountField
            label="Credits for anything else"
            isLabelHidden
            isOptional
            value={choice.otherwise}
            was={old?.otherwise}
            fault={fault('choice', 'otherwise')}
            onChange={(otherwise) => set({ otherwise })}
          />
        </li>
      </ul>
      {missing.length > 0 && (
        <p className="flex flex-wrap items-center gap-2 text-dense text-bad">
          No price for
          {missing.map((name) => (
            <Add key={name} onClick={() => add(name)}>
              {name}
            </Add>
          ))}
        </p>
      )}
      {values.length === 0 && <NewRow known={rows.map(([name]) => name)} add={add} />}
    </div>
  );
}

function NewRow({ known, add }: { known: string[]; add: (name: string) => void }) {
  const [name, setName] = useState('');
  const isFree = name.trim() !== '' && !known.includes(name.trim());
  return (
    <form
      className="flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isFree) return;
        add(name.trim());
        setName('');
      }}
    >
      <TextField label="Another value" value={name} fault={undefined} onChange={setName} />
      <button type="submit" disabled={!isFree} className="button button-small">
        Add it
      </button>
    </form>
  );
}
