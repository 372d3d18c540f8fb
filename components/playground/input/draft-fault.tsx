'use client';

import type { Editor } from '../../../lib/view/playground/input-state.ts';
import { usePlayground } from '../playground-provider.tsx';

/** A syntax error, and a button that discards the text. */
export function DraftFault({ editor }: { editor: Editor }) {
  const { drafts, change } = usePlayground();
  const fault = drafts[editor]?.fault;
  return (
    <div aria-live="polite" className="mt-2 text-sm">
      {fault && (
        <p className="break-words text-bad">
          {fault}{' '}
          <span className="text-ink">Fix it to call. The price shown is for your last valid input.</span>{' '}
          <button
            type="button"
            onClick={() => change({ type: 'discard', editor })}
            className="text-ink underline underline-offset-4"
          >
            Discard the {editor === 'json' ? 'JSON' : 'command'}
          </button>
        </p>
      )}
    </div>
  );
}
