import type { CatalogueView } from '../../lib/product/catalogue-view.ts';
import type { ListedFacet } from '../../lib/product/card-list.ts';
import { type Go, ViewLink } from './view-link.tsx';

/** The tags that filter the list, with buttons to remove them. Includes tags without products, which no facet shows. */
export function ChosenTags({ view, facets, go }: { view: CatalogueView; facets: ListedFacet[]; go: Go }) {
  if (view.tags.length === 0) return null;
  const names = new Map(facets.flatMap(({ tags }) => tags).map(({ slug, name }) => [slug, name]));
  return (
    <ul aria-label="Selected tags" className="mt-1 flex flex-wrap gap-2">
      {view.tags.map((slug) => (
        <li key={slug} className="max-w-full min-w-0">
          <ViewLink
            view={{ ...view, tags: view.tags.filter((other) => other !== slug), page: 1 }}
            go={go}
            className="flex items-center gap-1.5 rounded-full bg-accent-soft py-1 pr-2 pl-3 text-sm hover:underline"
          >
            <span className="sr-only">Remove</span>
            <span className="min-w-0 truncate">{names.get(slug) ?? slug}</span>
            <svg aria-hidden viewBox="0 0 12 12" className="size-3 shrink-0 stroke-current stroke-2">
              <path d="m2 2 8 8m0-8-8 8" />
            </svg>
          </ViewLink>
        </li>
      ))}
    </ul>
  );
}
