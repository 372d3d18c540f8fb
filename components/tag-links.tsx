import Link from 'next/link';
import { type CatalogueView, catalogueAddress } from '../lib/catalogue-view.ts';
import type { Facet } from '../lib/product.ts';

/** Each tag with its count: followed once it narrows the catalogue, followed again it widens it. */
export function TagLinks({ tags, view }: { tags: Facet['tags']; view: CatalogueView }) {
  return (
    <ul className="mt-1 text-sm">
      {tags.map(({ slug, name, count }) => (
        <li key={slug}>
          <Link
            href={catalogueAddress(toggled(view, slug))}
            aria-current={view.tags.includes(slug) ? 'true' : undefined}
            className="flex justify-between gap-2 py-0.5 text-quiet hover:text-ink aria-[current]:font-medium aria-[current]:text-accent"
          >
            <span className="min-w-0 break-words">{name}</span>
            <span className="tabular-nums">{count.toLocaleString('en')}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function toggled(view: CatalogueView, slug: string): CatalogueView {
  const tags = view.tags.includes(slug) ? view.tags.filter((other) => other !== slug) : [...view.tags, slug];
  return { ...view, tags, page: 1 };
}
