import { useId } from 'react';
import { field } from './key-field.tsx';

interface Props {
  /** By field. */
  faults: Record<string, string>;
  access?: 'call' | 'read';
  /** Slugs of products; null for all. */
  products?: string[] | null;
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

/** The products that a key may call. */
export function ProductsField({ faults, products = null }: Pick<Props, 'faults' | 'products'>) {
  const id = useId();
  const fault = Object.entries(faults).find(([place]) => /^products\b/.test(place))?.[1];
  return (
    <label className="grid gap-1 text-sm font-medium">
      Only these products
      <textarea
        name="products"
        rows={2}
        defaultValue={products?.join('\n')}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={fault !== undefined}
        aria-describedby={id}
        className={field}
      />
      <span id={id} className={`font-normal ${fault === undefined ? 'text-quiet' : 'text-bad'}`}>
        {fault ?? 'Ids or slugs, separated by commas or lines. Leave the field empty for all products.'}
      </span>
    </label>
  );
}
