import { lifetimes } from '../../lib/view/new-key-form.ts';
import { field } from './key-field.tsx';
import { type NamedProduct, ProductsField } from './products-field.tsx';

interface Props {
  /** By field. */
  faults: Record<string, string>;
  access?: 'call' | 'read';
  /** Null for all. */
  products?: readonly NamedProduct[] | null;
}

/** What a key may do. */
export function ScopeFields({ faults, access = 'call', products = null }: Props) {
  return (
    <>
      <label className="grid gap-1 text-sm font-medium">
        Access
        <select name="access" defaultValue={access} className={field}>
          <option value="call">Make calls</option>
          <option value="read">Read only: no calls and no changes</option>
        </select>
      </label>
      <ProductsField faults={faults} products={products} />
    </>
  );
}

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
