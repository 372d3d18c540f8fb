import { groupedNumber } from '../../lib/grouped-number.ts';
import type { CatalogueView } from '../../lib/catalogue-view.ts';
import type { ListedFacet } from '../../lib/card-list.ts';
import { type Go, ViewLink } from './view-link.tsx';

/** Each tag with its count: followed once it narrows the catalogue, followed again it widens it. */
export function TagLinks({ tags, view, go }: { tags: ListedFacet['tags']; view: CatalogueView; go: Go }) {
  return (
    <ul className="-mx-2 max-h-96 overflow-y-auto text-sm">
      {tags.map(({ slug, name, count }) => (
        <li key={slug}>
          <ViewLink
            view={toggled(view, slug)}
            go={go}
            aria-current={view.tags.includes(slug) ? 'true' : undefined}
            className="flex justify-between gap-3 rounded px-2 py-1 text-quiet -outline-offset-2 hover:bg-sunk hover:text-ink aria-[current]:bg-accent-soft aria-[current]:font-medium aria-[current]:text-ink"
          >
            <span className="min-w-0 break-words">{name}</span>
            <span className="tabular-nums">{groupedNumber(count)}</span>
          </ViewLink>
        </li>
      ))}
    </ul>
  );
}

function toggled(view: CatalogueView, slug: string): CatalogueView {
  const tags = view.tags.includes(slug) ? view.tags.filter((other) => other !== slug) : [...view.tags, slug];
  return { ...view, tags, page: 1 };
}
