import { useState } from 'react';
import type { CardList, ListedFacet } from '../../lib/product/card-list.ts';
import { type CatalogueView, catalogueSorts } from '../../lib/product/catalogue-view.ts';
import { tagKinds } from '../../lib/product/tag-kinds.ts';
import { groupedNumber } from '../../lib/text/numbers.ts';
import { foldedText } from '../../lib/text/names.ts';
import { useHydrated } from '../shell/use-hydrated.ts';
import { TagIcon } from './tag-icon.tsx';
import { type Go, ViewLink } from './tag-link.tsx';

/** Shown before the fold. A list that is only a little longer has no fold. */
const shownFirst = 8;
const mostUnfolded = 10;
const filteredFrom = 20;

interface Tags {
  /** The heading of the tags. */
  name: string;
  tags: ListedFacet['tags'];
  view: CatalogueView;
  go: Go;
}

/** The most common tags and the chosen ones; the others are in a fold with a filter. */
function TagLinks({ tags, ...others }: Tags) {
  const [isOpen, setOpen] = useState(false);
  if (tags.length <= mostUnfolded) return <TagList tags={tags} {...others} />;
  const first = tags.filter(({ slug }, index) => index < shownFirst || others.view.tags.includes(slug));
  return (
    <>
      {!isOpen && <TagList tags={first} {...others} />}
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="cursor-pointer list-none py-1 text-sm text-accent underline underline-offset-4 [&::-webkit-details-marker]:hidden">
          {isOpen ? 'Show fewer' : `Show all ${groupedNumber(tags.length)}`}
        </summary>
        <AllTags tags={tags} {...others} />
      </details>
    </>
  );
}

function AllTags({ tags, name, ...others }: Tags) {
  const [words, setWords] = useState('');
  const keysWork = useHydrated();
  const wanted = foldedText(words.trim());
  const found = tags.filter((tag) => foldedText(tag.name).includes(wanted));
  return (
    <>
      {keysWork && tags.length >= filteredFrom && (
        <input
          type="search"
          value={words}
          onChange={({ target }) => setWords(target.value)}
          aria-label={`Filter: ${name}`}
          placeholder="Filter…"
          autoComplete="off"
          spellCheck={false}
          className="mt-1 mb-2 w-full rounded-md border border-line bg-card px-2.5 py-1.5 text-sm placeholder:text-quiet"
        />
      )}
      <div className="-mx-2 max-h-96 overflow-y-auto px-2">
        <TagList tags={found} name={name} {...others} />
      </div>
      {found.length === 0 && (
        <p role="status" className="text-sm break-words text-quiet">
          No match for “{words.trim()}”.
        </p>
      )}
    </>
  );
}

/** Tags with their counts. A click adds the tag to the filter, and a second click removes it. */
function TagList({ tags, view, go }: Tags) {
  return (
    <ul className="-mx-2 px-px text-sm empty:hidden">
      {tags.map(({ slug, name, icon, count }) => (
        <li key={slug}>
          <ViewLink
            view={toggled(view, slug)}
            go={go}
            aria-current={view.tags.includes(slug) ? 'true' : undefined}
            className="flex justify-between gap-3 rounded px-2 py-1 text-quiet -outline-offset-2 hover:bg-sunk hover:text-ink aria-[current]:bg-accent-soft aria-[current]:font-medium aria-[current]:text-ink"
          >
            <span className="min-w-0 break-words">
              <TagIcon icon={icon} />
              {name}
            </span>
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
    <nav aria-label="Filter by tag" className="mb-4 min-w-0 md:mb-0">
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

const labels = {
  name: 'Name',
  popular: 'Most used',
  '-created': 'Newest',
  price: 'Price, lowest',
  '-price': 'Price, highest',
};

/** Part of the search form, which submits it without scripts. The default for a search is its ranking. */
export function SortChoice({
  view: { sort, ...view },
  usual = 'name',
  go,
}: {
  view: CatalogueView;
  /** The order of the operator. */
  usual?: CardList['usualSort'];
  go: Go;
}) {
  const byDefault = view.q === '' ? usual : undefined;
  return (
    <label className="flex items-center gap-2 text-sm text-quiet">
      Sort
      <select
        name="sort"
        form="search"
        value={sort === undefined || sort === byDefault ? '' : sort}
        onChange={({ target }) => {
          const chosen = catalogueSorts.find((one) => one === target.value);
          go({ ...view, page: 1, ...(chosen && { sort: chosen }) });
        }}
        className="rounded-md border border-line bg-card py-1.5 pr-1 pl-2 text-ink"
      >
        <option value="">{byDefault ? labels[byDefault] : 'Best match'}</option>
        {catalogueSorts
          .filter((one) => one !== byDefault)
          .map((one) => (
            <option key={one} value={one}>
              {labels[one]}
            </option>
          ))}
      </select>
    </label>
  );
}
