import { Field } from './key-field.tsx';

interface Props {
  caps?: Record<'day' | 'month' | 'total', number | null>;
  /** By field. */
  faults: Record<string, string>;
}

/** The spending limits of a key. */
export function CapFields({ caps, faults }: Props) {
  const fault = faults['caps'];
  return (
    <fieldset>
      <legend className="text-sm font-medium">Spending limit in credits</legend>
      <p className="text-sm text-quiet">Leave a field empty for no limit.</p>
      <div className="mt-2 grid gap-3 sm:grid-cols-3">
        <Field
          label="Per day"
          name="day"
          {...credits}
          defaultValue={caps?.day ?? ''}
          fault={faults['caps/day']}
        />
        <Field
          label="Per month"
          name="month"
          {...credits}
          defaultValue={caps?.month ?? ''}
          fault={faults['caps/month']}
        />
        <Field
          label="Total"
          name="total"
          {...credits}
          defaultValue={caps?.total ?? ''}
          fault={faults['caps/total']}
        />
      </div>
      {fault !== undefined && <p className="mt-1 text-sm text-bad">{fault}</p>}
    </fieldset>
  );
}

const credits = { type: 'number', min: 1, step: 1, inputMode: 'numeric' } as const;
