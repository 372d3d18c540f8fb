import { CreditsField } from './key-field.tsx';

interface Props {
  caps?: Record<'day' | 'month' | 'total', number | null>;
  /** By field. */
  faults: Record<string, string>;
}

/** Fields for spending limits. */
export function CapFields({ caps, faults }: Props) {
  const fault = faults['caps'];
  return (
    <fieldset name="caps">
      <legend className="text-sm font-medium">Spending limit in credits</legend>
      <p className="text-sm text-quiet">Leave a field empty for no limit.</p>
      <div className="mt-2 grid gap-3 sm:grid-cols-3">
        <CreditsField label="Per day" name="day" defaultValue={caps?.day ?? ''} fault={faults['caps/day']} />
        <CreditsField
          label="Per month"
          name="month"
          defaultValue={caps?.month ?? ''}
          fault={faults['caps/month']}
        />
        <CreditsField
          label="Total"
          name="total"
          defaultValue={caps?.total ?? ''}
          fault={faults['caps/total']}
        />
      </div>
      {fault !== undefined && <p className="mt-1 text-sm text-bad">{fault}</p>}
    </fieldset>
  );
}
