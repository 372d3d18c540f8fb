import { useSearchParams } from 'next/navigation';
import { useEffect, useState } from 'react';
import {
  type CatalogueView,
  catalogueAddress,
  catalogueParameters,
  readCatalogueView,
} from '../../lib/product/catalogue-view.ts';

/** A pause in typing after which the list follows. */
const typingPauseMs = 120;

/**
 * The view is what the address says, and nothing else holds it: so that back, forward, a reload and a link that was
 * sent on all show the same. Only the words that are being typed are ahead of it, for the length of a pause.
 */
export function useCatalogueView(rendered: CatalogueView) {
  const view = readCatalogueView(catalogueParameters(useSearchParams()));
  const [draft, setDraft] = useState<string | null>(null);
  const [lastRendered, setLastRendered] = useState(rendered);
  // The server rendered the page anew: whoever followed a link here meant what the link says.
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
    // Who follows a link within the pause would be called back from there by an address that changes afterwards.
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
      setDraft(next.q);
      window.history.pushState(null, '', catalogueAddress(next));
    },
  };
}

/** The first letter is a step that the back button takes back; those that follow it are of the same step. */
function followWords(q: string): void {
  const here = readCatalogueView(catalogueParameters(new URLSearchParams(window.location.search)));
  const address = catalogueAddress({ ...here, q, page: 1 });
  if (here.q === '' || q === '') window.history.pushState(null, '', address);
  else window.history.replaceState(null, '', address);
}
