'use client';

import type { Editor } from '../../lib/playground/input-state.ts';
import { usePlayground } from './playground-provider.tsx';

/** Why a text cannot be read, and the way back. */
export function DraftFault({ editor }: { editor: Editor }) {
  const { drafts, change } = usePlayground();
  const fault = drafts[editor]?.fault;
  return (
    <div aria-live="polite" className="mt-2 text-sm">
      {fault && (
        <p className="break-words text-bad">
          {fault}{' '}
          <span className="text-ink">
            Until it is mended, the price is that of the last input that could be read, and no call is made.
          </span>{' '}
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
