import { jsonOrUndefined } from '../../lib/json/json-or-undefined.ts';
import { withStorage } from '../with-storage.ts';

const storageKey = 'farebox.recent-products';
const mostProducts = 6;

export interface RememberedProduct {
  slug: string;
  name: string;
}

/** Stores in this browser that a product was used, the newest first. */
export function rememberProduct({ slug, name }: RememberedProduct): void {
  const others = readRecentProducts(recentProductsText()).filter((product) => product.slug !== slug);
  const text = JSON.stringify([{ slug, name }, ...others].slice(0, mostProducts));
  withStorage('localStorage', (storage) => storage.setItem(storageKey, text));
}

/** The stored text: a string can be compared for changes. */
export function recentProductsText(): string {
  return withStorage('localStorage', (storage) => storage.getItem(storageKey)) ?? '[]';
}

export function readRecentProducts(text: string): RememberedProduct[] {
  const stored = jsonOrUndefined(text);
  return Array.isArray(stored) ? stored.filter(isRemembered) : [];
}

/** Written by hand: a schema library is larger than this list. */
function isRemembered(value: unknown): value is RememberedProduct {
  if (typeof value !== 'object' || value === null || !('slug' in value) || !('name' in value)) return false;
  return typeof value.slug === 'string' && typeof value.name === 'string';
}
