import Link from 'next/link';
import { type ProductTab, productAddress, productTabs } from '../../lib/view/product-tab.ts';

/** Links, so that each tab can be shared, bookmarked and opened in a new window. */
export function ProductTabs({ slug, tab }: { slug: string; tab: ProductTab }) {
  return (
    // The scrolling box cuts off the focus ring: the padding makes room for it.
    <nav aria-label="Product" className="-m-1 mt-5 overflow-x-auto p-1">
      <ul className="flex w-max min-w-full gap-6 border-b border-line text-sm">
        {productTabs.map((one) => (
          <li key={one.tab} className="shrink-0">
            <Link
              href={productAddress(slug, one.tab)}
              scroll={false}
              aria-current={one.tab === tab ? 'page' : undefined}
              className="-mb-px block border-b-2 border-transparent py-2.5 text-quiet hover:text-ink aria-[current]:border-accent aria-[current]:font-medium aria-[current]:text-ink"
            >
              {one.name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
