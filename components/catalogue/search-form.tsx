import { useEffect, useEffectEvent, useRef } from 'react';
import type { CatalogueView } from '../../lib/product/catalogue-view.ts';
import { useHydrated } from '../shell/use-hydrated.ts';
import { loader } from './product-list-options.ts';

interface Words {
  view: CatalogueView;
  words: string;
  type: (words: string) => void;
  search: () => void;
}

/** A plain form that also works without scripts. With scripts, the list follows each word. */
export function SearchForm({ view, words, type, search }: Words) {
  const field = useRef<HTMLInputElement>(null);
  const keysWork = useHydrated();
  // Picks up text typed before the scripts ran.
  const readField = useEffectEvent(() => {
    const typed = field.current?.value ?? words;
    if (typed !== words) type(typed);
  });
  useEffect(() => readField(), []);
  return (
    <form
      id="search"
      action="/"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        search();
      }}
      className="mt-5 flex gap-2"
    >
      <div className="relative min-w-0 flex-1">
        <svg
          aria-hidden
          viewBox="0 0 16 16"
          className="pointer-events-none absolute top-1/2 left-3.5 size-4 -translate-y-1/2 fill-none stroke-quiet stroke-[1.75]"
        >
          <circle cx="7" cy="7" r="4.5" />
          <path d="m10.5 10.5 4 4" strokeLinecap="round" />
        </svg>
        <input
          ref={field}
          type="search"
          name="q"
          value={words}
          onChange={({ target }) => type(target.value)}
          onFocus={() => void loader().catch(noMatter)}
          maxLength={200}
          placeholder="QR code, resize, IBAN…"
          aria-label="Search products"
          aria-keyshortcuts={keysWork ? '/' : undefined}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="search"
          data-search
          className="peer w-full rounded-lg border border-line bg-card py-3 pr-3.5 pl-10 placeholder:text-quiet"
        />
        <kbd
          aria-hidden
          className="pointer-events-none absolute top-1/2 right-3 hidden -translate-y-1/2 rounded border border-line px-1.5 text-xs text-quiet peer-placeholder-shown:peer-not-focus:pointer-fine:block"
        >
          /
        </kbd>
      </div>
      {view.tags.map((slug) => (
        <input key={slug} type="hidden" name="tag" value={slug} />
      ))}
      {view.pageSize && <input type="hidden" name="pageSize" value={view.pageSize} />}
      {view.layout && <input type="hidden" name="layout" value={view.layout} />}
      <button
        type="submit"
        className="without-script rounded-lg bg-accent px-4 py-2 font-medium text-accent-ink"
      >
        Search
      </button>
    </form>
  );
}

/** The search has its own retry and error message. */
function noMatter(): void {}
