import { useEffect, useState } from 'react';
import type { JsonObject } from '../../lib/json/json.ts';
import type { InputEvent } from '../../lib/view/playground/input-state.ts';
import type { SharedInput } from '../../lib/view/share-link.ts';
import { loadInputParts } from './load-input-parts.ts';
import { rememberedInput } from './remembered-inputs.ts';

/** The shared link that opened the page. */
export interface OpenedLink {
  /** Whether its input is still loading. */
  isOpening: boolean;
  /** Why it could not be read. */
  fault: string | null;
}

const opened: OpenedLink = { isOpening: false, fault: null };

/** Fills in the input of a shared link, or else the last input in this browser. Text typed meanwhile stays. */
export function useFirstInput(
  slug: string,
  first: JsonObject,
  change: (event: InputEvent) => void,
): OpenedLink {
  const [link, setLink] = useState(opened);
  useEffect(() => {
    const left = new AbortController();
    const { signal } = left;
    const open = async (take: (input: JsonObject) => void) => {
      const { hash } = window.location;
      if (!hasInput(hash)) return setLink(opened);
      setLink({ isOpening: true, fault: null });
      const shared = await readLink(hash);
      if (signal.aborted || hash !== window.location.hash) return;
      setLink({ isOpening: false, fault: shared?.ok === false ? shared.detail : null });
      if (shared?.ok) take(shared.input);
    };
    const openFirst = (input: JsonObject) => change({ type: 'open', input, first });
    const remembered = hasInput(window.location.hash) ? undefined : rememberedInput(slug);
    if (remembered) openFirst(remembered);
    else void open(openFirst);
    const follow = () => void open((input) => change({ type: 'set', input }));
    window.addEventListener('hashchange', follow, { signal });
    return () => left.abort();
  }, [slug, first, change]);
  return link;
}

function hasInput(hash: string): boolean {
  return hash.startsWith('#input=');
}

function readLink(hash: string): Promise<SharedInput | null> {
  return loadInputParts().then(
    ({ readShareLink }) => readShareLink(hash),
    ({ message }: Error) => ({ ok: false, detail: `The input of this link could not be loaded. ${message}` }),
  );
}
