import { useState } from 'react';
import type { ListedFacet } from '../../lib/product/card-list.ts';
import type { CatalogueView } from '../../lib/product/catalogue-view.ts';
import { foldedText } from '../../lib/text/folded-text.ts';
import { groupedNumber } from '../../lib/text/grouped-number.ts';
import { useHydrated } from '../shell/use-hydrated.ts';
import { type Go, ViewLink } from './view-link.tsx';

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
export function TagLinks({ tags, ...others }: Tags) {
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
