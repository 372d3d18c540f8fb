import { useEffect, useState } from 'react';
import type { JsonDocument } from '../../lib/view/reply/json-document.ts';
import { searchJson } from '../../lib/view/reply/json-search.ts';
import { inSlices } from './in-slices.ts';

const pauseMs = 120;
const none: number[] = [];

/** The matching nodes; null while the search runs in slices. */
export function useJsonSearch(document: JsonDocument, words: string, onFound: (first: number) => void) {
  const [found, setFound] = useState<{ words: string; nodes: number[] }>({ words: '', nodes: none });
  useEffect(() => {
    if (words === '') return;
    const left = new AbortController();
    const timer = setTimeout(() => {
      void inSlices(searchJson(document, words), left.signal)
        .then((nodes) => {
          setFound({ words, nodes });
          if (nodes[0] !== undefined) onFound(nodes[0]);
        })
        .catch((error: unknown) => {
          if (!left.signal.aborted) throw error;
        });
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      left.abort();
    };
  }, [document, words, onFound]);
  if (words === '') return none;
  return found.words === words ? found.nodes : null;
}
