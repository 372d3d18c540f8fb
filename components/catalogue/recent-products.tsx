import Link from 'next/link';
import { useSyncExternalStore } from 'react';
import { readRecentProducts, recentProductsText } from './remember-product.ts';

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
