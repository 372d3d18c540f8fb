import { Field } from './key-field.tsx';

interface Props {
  caps?: Record<'day' | 'month' | 'total', number | null>;
  /** The least limit: 1 by default. */
  least?: 0 | 1;
  /** By field. */
  faults: Record<string, string>;
}

/** Fields for spending limits. */
export function CapFields({ caps, least = 1, faults }: Props) {
  const credits = { type: 'number', min: least, step: 1, inputMode: 'numeric' } as const;
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
