import { CreditsField } from './key-field.tsx';

interface Props {
  caps?: Record<'day' | 'month' | 'total', number | null>;
  /** What the limits are for. */
  about?: string;
  /** By field. */
  faults: Record<string, string>;
}

const periods = [
  ['day', 'Per day'],
  ['month', 'Per month'],
  ['total', 'Total'],
] as const;

/** Fields for spending limits. */
export function CapFields({ caps, about = '', faults }: Props) {
  const fault = faults['caps'];
  return (
    <fieldset name="caps">
      <legend className="text-sm font-medium">Spending limit in credits</legend>
      <p className="text-sm text-quiet">{about}Leave a field empty for no limit.</p>
      <div className="mt-2 grid gap-3 sm:grid-cols-3">
        {periods.map(([name, label]) => (
          <CreditsField
            key={name}
            label={label}
            name={name}
            defaultValue={caps?.[name] ?? ''}
            fault={faults[`caps/${name}`]}
          />
        ))}
      </div>
      {fault !== undefined && <p className="mt-1 text-sm text-bad">{fault}</p>}
    </fieldset>
  );
}
