import type { CatalogueView } from '../../lib/product/catalogue-view.ts';
import type { ListedFacet } from '../../lib/product/card-list.ts';
import { tagKinds } from '../../lib/product/tag-kinds.ts';
import { TagLinks } from './tag-links.tsx';
import type { Go } from './view-link.tsx';

interface Facets {
  facets: ListedFacet[];
  view: CatalogueView;
  go: Go;
}

/**
 * The first group is a plain list on a wide screen and folds on a narrow one. The style sheet decides, so it is right
 * before the scripts run.
 */
export function FacetList({ facets, view, go }: Facets) {
  const [first, ...others] = facets.filter(({ tags }) => tags.length > 0);
  return (
    <nav aria-label="Narrow by tag" className="mb-4 min-w-0 md:mb-0">
      {first && (
        <>
          <section className="hidden pb-3 md:block">
            <h2 className="flex h-9 items-center text-sm font-semibold">{nameOf(first.type)}</h2>
            <TagLinks name={nameOf(first.type)} tags={first.tags} view={view} go={go} />
          </section>
          <FacetGroup facet={first} view={view} go={go} className="md:hidden" />
        </>
      )}
      {others.map((facet) => (
        <FacetGroup key={facet.type} facet={facet} view={view} go={go} />
      ))}
    </nav>
  );
}

function FacetGroup({
  facet,
  view,
  go,
  className = '',
}: Omit<Facets, 'facets'> & { facet: ListedFacet; className?: string }) {
  const { type, tags } = facet;
  const isChosen = tags.some(({ slug }) => view.tags.includes(slug));
  return (
    // Resets when a choice in it is added or removed; otherwise people open and close it.
    <details key={String(isChosen)} open={isChosen} className={`group border-t border-line ${className}`}>
      <summary className="flex cursor-pointer list-none items-center justify-between py-2.5 text-sm font-semibold [&::-webkit-details-marker]:hidden">
        {nameOf(type)}
        <svg
          aria-hidden
          viewBox="0 0 12 12"
          className="size-3 fill-none stroke-quiet stroke-[1.75] group-open:rotate-180"
        >
          <path d="m2 4 4 4 4-4" />
        </svg>
      </summary>
      <div className="pb-3">
        <TagLinks name={nameOf(type)} tags={tags} view={view} go={go} />
      </div>
    </details>
  );
}

function nameOf(type: number): string {
  return tagKinds.find(({ kind }) => kind === type)?.heading ?? '';
}
