'use client';

import type { Editor } from '../../lib/playground/input-state.ts';
import { usePlayground } from './playground-provider.tsx';

/** Why a text cannot be read, and the way back. The price and the call go by the last input that could be. */
export function DraftFault({ editor }: { editor: Editor }) {
  const { drafts, change } = usePlayground();
  const fault = drafts[editor]?.fault;
  return (
    <div aria-live="polite" className="mt-2 text-sm">
      {fault && (
        <p className="break-words text-bad">
          {fault}{' '}
          <span className="text-ink">The price and the call go by the last input that could be read.</span>{' '}
          <button
            type="button"
            onClick={() => change({ type: 'discard', editor })}
            className="text-ink underline underline-offset-4"
          >
            Go back to it
          </button>
        </p>
      )}
    </div>
  );
}
