import Link from 'next/link';
import { type ProductTab, productAddress, productTabs } from '../../lib/product-tab.ts';

/** Addresses, not buttons: each part can be shared, opened beside another one, and found. */
export function ProductTabs({ slug, tab }: { slug: string; tab: ProductTab }) {
  return (
    <nav aria-label="Parts of this product" className="mt-6 overflow-x-auto border-b border-line">
      <ul className="flex gap-6 text-sm">
        {productTabs.map((one) => (
          <li key={one.tab} className="shrink-0">
            <Link
              href={productAddress(slug, one.tab)}
              scroll={false}
              aria-current={one.tab === tab ? 'page' : undefined}
              className="-mb-px block border-b-2 border-transparent py-2.5 text-quiet -outline-offset-2 hover:text-ink aria-[current]:border-accent aria-[current]:font-medium aria-[current]:text-ink"
            >
              {one.name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
