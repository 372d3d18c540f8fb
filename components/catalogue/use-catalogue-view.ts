import { useSearchParams } from 'next/navigation';
import { useEffect, useState } from 'react';
import {
  type CatalogueView,
  catalogueAddress,
  catalogueParameters,
  readCatalogueView,
} from '../../lib/product/catalogue-view.ts';

/** The list follows after this pause in typing. */
const typingPauseMs = 120;

/**
 * The address holds the whole view, so that back, forward, reload and shared links show the same. Only text that is
 * being typed is ahead of it.
 */
export function useCatalogueView(rendered: CatalogueView) {
  const view = readCatalogueView(catalogueParameters(useSearchParams()));
  const [draft, setDraft] = useState<string | null>(null);
  const [lastRendered, setLastRendered] = useState(rendered);
  // The server rendered a new page: the link that led here wins over typed text.
  if (rendered !== lastRendered) {
    setLastRendered(rendered);
    setDraft(null);
  }
  const { q } = view;

  useEffect(() => {
    const forget = () => setDraft(null);
    window.addEventListener('popstate', forget);
    return () => window.removeEventListener('popstate', forget);
  }, []);

  useEffect(() => {
    if (draft === null || draft.trim() === q) return;
    const follow = () => {
      clearTimeout(pause);
      followWords(draft.trim());
    };
    const pause = setTimeout(follow, typingPauseMs);
    // A link followed within the pause must not be undone by a later change of the address.
    window.addEventListener('click', follow, { capture: true, once: true });
    return () => {
      clearTimeout(pause);
      window.removeEventListener('click', follow, { capture: true });
    };
  }, [draft, q]);

  return {
    view,
    words: draft ?? q,
    type: setDraft,
    search() {
      if (draft !== null && draft.trim() !== q) followWords(draft.trim());
    },
    go(next: CatalogueView) {
      // The displayed view may be older than the address or the typed text. A choice that is not about words keeps them.
      const q = next.q === view.q ? (draft?.trim() ?? viewOfAddress().q) : next.q;
      setDraft(q);
      window.history.pushState(null, '', catalogueAddress(q === next.q ? next : { ...next, q, page: 1 }));
    },
  };
}

/** The first letter adds a history entry; further letters replace it. */
function followWords(q: string): void {
  const here = viewOfAddress();
  const address = catalogueAddress({ ...here, q, page: 1 });
  if (here.q === '' || q === '') window.history.pushState(null, '', address);
  else window.history.replaceState(null, '', address);
}

function viewOfAddress(): CatalogueView {
  return readCatalogueView(catalogueParameters(new URLSearchParams(window.location.search)));
}
