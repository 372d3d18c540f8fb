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
