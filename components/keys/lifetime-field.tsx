import { lifetimes } from '../../lib/view/new-key-form.ts';
import { field } from './key-field.tsx';

/** When a new key expires. */
export function LifetimeField({ fault }: { fault: string | undefined }) {
  return (
    <label className="grid gap-1 text-sm font-medium">
      Expires
      <select name="days" defaultValue="90" className={field}>
        {lifetimes.map(({ days, label }) => (
          <option key={days} value={days}>
            {label}
          </option>
        ))}
      </select>
      {fault !== undefined && <span className="font-normal text-bad">{fault}</span>}
    </label>
  );
}
