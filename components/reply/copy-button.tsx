'use client';

import { useState } from 'react';
import { quietButton } from './quiet-button.ts';

const shownMs = 2_000;

/** `text` is asked for when it is copied: it may be megabytes. */
export function CopyButton({
  label,
  text,
  disabled = false,
}: {
  label: string;
  text: () => string | Promise<string>;
  disabled?: boolean;
}) {
  const [outcome, setOutcome] = useState<'copied' | 'refused' | null>(null);
  const copy = async () => {
    setOutcome(await write(text));
    setTimeout(() => setOutcome(null), shownMs);
  };
  return (
    <button type="button" disabled={disabled} className={quietButton} onClick={() => void copy()}>
      {/* Both words take their room, so that nothing moves when the one becomes the other. */}
      <span className="grid">
        <span className={`[grid-area:1/1] ${outcome === null ? '' : 'invisible'}`}>{label}</span>
        <span aria-live="polite" className="[grid-area:1/1] text-center">
          {outcome === 'copied' && 'Copied'}
          {outcome === 'refused' && 'Refused'}
        </span>
      </span>
    </button>
  );
}

async function write(text: () => string | Promise<string>): Promise<'copied' | 'refused'> {
  try {
    await navigator.clipboard.writeText(await text());
    return 'copied';
  } catch {
    // A browser may refuse the clipboard, for reasons that it keeps to itself; whoever pressed the button is told.
    return 'refused';
  }
}
