import type { ComponentProps } from 'react';
import { longestKeyName } from '../../lib/account/api-keys.ts';
import { accessChoices, type KeyAccess, usualAccess } from '../../lib/account/key-access.ts';
import { lifetimes } from '../../lib/view/new-key-form.ts';
import { Field, SelectField } from './key-field.tsx';
import { type NamedProduct, ProductsField } from './products-field.tsx';

interface Props {
  /** By field. */
  faults: Record<string, string>;
  access?: KeyAccess;
  /** Null for all. */
  products?: readonly NamedProduct[] | null;
}

/** The name of a key. */
export function NameField(input: Omit<ComponentProps<typeof Field>, 'label'>) {
  return <Field label="Name" name="name" required maxLength={longestKeyName} {...input} />;
}

/** What a key may do. */
export function ScopeFields({ faults, access = usualAccess, products = null }: Props) {
  return (
    <>
      <SelectField label="Access" name="access" defaultValue={access} options={accessChoices} />
      <ProductsField faults={faults} products={products} />
    </>
  );
}

interface LifetimeProps {
  fault: string | undefined;
  chosen?: string | number;
  /** By default all of them. */
  options?: readonly (readonly [value: string | number, label: string])[];
}

/** When a key expires. */
export function LifetimeField({ fault, chosen = 90, options = lifetimes }: LifetimeProps) {
  return <SelectField label="Expires" name="days" defaultValue={chosen} options={options} fault={fault} />;
}
