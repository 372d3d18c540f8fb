import type { KeyChanges } from '../account/api-keys.ts';
import { newKeyOf } from './new-key-form.ts';

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
