import Link from 'next/link';
import { useSyncExternalStore } from 'react';
import { jsonOrUndefined } from '../../lib/json/json.ts';
import { withStorage } from '../browser.ts';

/** At the end of the page: only the browser knows them, and adding them must not move anything. */
export function RecentProducts() {
  const text = useSyncExternalStore(onStorage, recentProductsText, () => '[]');
  const products = readRecentProducts(text);
  if (products.length === 0) return null;
  return (
    <nav
      aria-labelledby="recent-products"
      className="mt-8 border-t border-line pt-3 md:col-start-1 md:row-start-2 md:mt-2"
    >
      <h2 id="recent-products" className="text-sm font-semibold">
        Recently used
      </h2>
      <ul className="-mx-2 mt-1 text-sm">
        {products.map(({ slug, name }) => (
          <li key={slug}>
            <Link
              href={`/products/${slug}`}
              prefetch={false}
              className="block truncate rounded px-2 py-1 text-quiet -outline-offset-2 hover:bg-sunk hover:text-ink"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Other tabs change the storage, too. */
function onStorage(changed: () => void): () => void {
  window.addEventListener('storage', changed);
  return () => window.removeEventListener('storage', changed);
}

const storageKey = 'farebox.recent-products';
const mostProducts = 6;

interface RememberedProduct {
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
