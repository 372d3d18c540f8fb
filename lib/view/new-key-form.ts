import type { NewKey, KeyChanges } from '../account/api-keys.ts';
import { isKeyAccess, type KeyAccess, usualAccess } from '../account/key-access.ts';
import { capsOf } from '../text/typed-credits.ts';

/** In days. */
export const lifetimes = [
  [30, 'in 30 days'],
  [90, 'in 90 days'],
  [365, 'in 1 year'],
  [0, 'never'],
] as const;

const dayMs = 24 * 60 * 60 * 1000;

/** The request body of a form. The endpoint validates it. */
export function newKeyOf(fields: FormData, nowMs: number): NewKey {
  const text = (name: string) => {
    const value = fields.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };
  const days = Number(text('days'));
  return {
    name: text('name'),
    expiresAt: days > 0 ? new Date(nowMs + days * dayMs).toISOString() : null,
    caps: capsOf(fields),
    access: accessOf(text('access')),
    products: productsOf(text('products')),
    ...(text('operator') !== '' && { operator: true }),
  };
}

/** An unknown one allows the least. */
function accessOf(text: string): KeyAccess {
  if (text === '') return usualAccess;
  return isKeyAccess(text) ? text : 'read';
}

/** Separated by commas, blanks or lines; null for all. */
function productsOf(text: string): string[] | null {
  const names = text.split(/[\s,]+/).filter((name) => name !== '');
  return names.length > 0 ? names : null;
}

/** The value of a field that leaves the expiry as it is. */
export const sameExpiry = 'same';

/** The request body of a form that changes a key. The endpoint validates it. */
export function keyChangesOf(fields: FormData, nowMs: number): KeyChanges {
  const { name, expiresAt, caps, access, products } = newKeyOf(fields, nowMs);
  return {
    name,
    caps,
    access,
    products,
    ...(fields.get('days') !== sameExpiry && { expiresAt }),
  };
}
