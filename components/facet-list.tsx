import type { CatalogueView } from '../lib/catalogue-view.ts';
import { type Facet, tagTypes } from '../lib/product.ts';
import { TagLinks } from './tag-links.tsx';

/**
 * Where there is room, the first group is a plain list under its heading, since it is always shown; where there is
 * none, it opens as the others do. Which it is follows from the style sheet, so that it holds before any script.
 */
export function FacetList({ facets, view }: { facets: Facet[]; view: CatalogueView }) {
  const [first, ...others] = facets.filter(({ tags }) => tags.length > 0);
  return (
    <nav aria-label="Narrow by tag" className="mb-6 md:mb-0">
      {first && (
        <>
          <section className="hidden pb-2 md:block">
            <h2 className="text-sm font-medium">{nameOf(first.type)}</h2>
            <TagLinks tags={first.tags} view={view} />
          </section>
          <FacetGroup facet={first} view={view} className="md:hidden" />
        </>
      )}
      {others.map((facet) => (
        <FacetGroup key={facet.type} facet={facet} view={view} />
      ))}
    </nav>
  );
}

function FacetGroup({
  facet,
  view,
  className = '',
}: {
  facet: Facet;
  view: CatalogueView;
  className?: string;
}) {
  const { type, tags } = facet;
  return (
    <details
      open={tags.some(({ slug }) => view.tags.includes(slug))}
      className={`border-t border-line py-2 ${className}`}
    >
      <summary className="cursor-pointer text-sm font-medium">{nameOf(type)}</summary>
      <TagLinks tags={tags} view={view} />
    </details>
  );
}

function nameOf(type: number): string {
  return tagTypes.find((tagType) => tagType.type === type)?.name ?? '';
}
