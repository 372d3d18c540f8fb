'use client';

import { useEffect, useRef, useState } from 'react';

const shownMs = 2_000;

/** Says aloud what it did, since the change of its own words is not read out everywhere. */
export function CopySnippet({ text, name }: { text: string; name: string }) {
  const [outcome, setOutcome] = useState<'copied' | 'refused' | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = async () => {
    setOutcome((await wasCopied(text)) ? 'copied' : 'refused');
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOutcome(null), shownMs);
  };
  return (
    <>
      <button
        type="button"
        onClick={() => void copy()}
        className="min-w-24 rounded-md border border-line px-3 py-1.5 text-sm hover:bg-sunk"
      >
        {outcome === 'copied' ? 'Copied' : outcome === 'refused' ? 'Not copied' : 'Copy'}
      </button>
      <span role="status" className="sr-only">
        {outcome === 'copied' && `The call in ${name} is copied.`}
        {outcome === 'refused' && 'This browser does not let the page copy. Select the code and copy it.'}
      </span>
    </>
  );
}

/** Browsers give the clipboard to pages of https and of this machine alone. */
async function wasCopied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch (error) {
    // A TypeError where there is no clipboard at all, a DOMException where it is not allowed.
    if (error instanceof TypeError || error instanceof DOMException) return false;
    throw error;
  }
}
