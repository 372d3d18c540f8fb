import Link from 'next/link';
import { type CatalogueView, catalogueAddress } from '../lib/catalogue-view.ts';
import { type Facet, tagTypes } from '../lib/product.ts';

/** Where there is room, the first group is always open. */
const groupStyle = [
  'border-t border-line py-2 md:first:border-t-0 md:first:pt-0',
  'md:first:details-content:block md:first:details-content:[content-visibility:visible]',
  'md:first:[&>summary]:pointer-events-none md:first:[&>summary]:list-none',
].join(' ');

export function FacetList({ facets, view }: { facets: Facet[]; view: CatalogueView }) {
  const chosen = facets.filter(({ tags }) => tags.length > 0);
  return (
    <nav aria-label="Narrow by tag" className="mb-6 md:mb-0">
      {chosen.map(({ type, tags }) => (
        <details key={type} open={tags.some(({ slug }) => view.tags.includes(slug))} className={groupStyle}>
          <summary className="cursor-pointer text-sm font-medium">{nameOf(type)}</summary>
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
        </details>
      ))}
    </nav>
  );
}

function nameOf(type: number): string {
  return tagTypes.find((tagType) => tagType.type === type)?.name ?? '';
}

function toggled(view: CatalogueView, slug: string): CatalogueView {
  const tags = view.tags.includes(slug) ? view.tags.filter((other) => other !== slug) : [...view.tags, slug];
  return { ...view, tags, page: 1 };
}
