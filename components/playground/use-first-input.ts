import { useEffect, useState } from 'react';
import type { InputEvent } from '../../lib/playground/input-state.ts';
import { readShareLink } from '../../lib/share-link.ts';
import { rememberedInput } from './remembered-inputs.ts';

/**
 * A link that somebody shared fills in the input; else what stood here last in this browser does. Returns why a link
 * could not be read.
 */
export function useFirstInput(slug: string, change: (event: InputEvent) => void): string | null {
  const [fault, setFault] = useState<string | null>(null);
  useEffect(() => {
    const open = () => {
      const shared = readShareLink(window.location.hash);
      setFault(shared?.ok === false ? shared.detail : null);
      if (shared?.ok) change({ type: 'set', input: shared.input });
      return shared !== null;
    };
    const remembered = open() ? undefined : rememberedInput(slug);
    if (remembered) change({ type: 'set', input: remembered });
    window.addEventListener('hashchange', open);
    return () => window.removeEventListener('hashchange', open);
  }, [slug, change]);
  return fault;
}
