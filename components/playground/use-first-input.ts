import { useEffect, useState } from 'react';
import type { JsonObject } from '../../lib/json.ts';
import type { InputEvent } from '../../lib/playground/input-state.ts';
import { readShareLink } from '../../lib/share-link.ts';
import { rememberedInput } from './remembered-inputs.ts';

/**
 * A link that somebody shared fills in the input; else what stood here last in this browser does. What was typed before
 * either could be read stays. Returns why a link could not be read.
 */
export function useFirstInput(
  slug: string,
  first: JsonObject,
  change: (event: InputEvent) => void,
): string | null {
  const [fault, setFault] = useState<string | null>(null);
  useEffect(() => {
    const read = () => {
      const shared = readShareLink(window.location.hash);
      setFault(shared?.ok === false ? shared.detail : null);
      return shared;
    };
    const shared = read();
    const opened = shared?.ok ? shared.input : shared === null ? rememberedInput(slug) : undefined;
    if (opened) change({ type: 'open', input: opened, first });
    const follow = () => {
      const next = read();
      if (next?.ok) change({ type: 'set', input: next.input });
    };
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, [slug, first, change]);
  return fault;
}
