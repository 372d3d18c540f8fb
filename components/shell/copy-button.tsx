'use client';

import { useState } from 'react';

/** So long it says that it copied. */
const saidForMs = 1_500;

/** Copies a text; where the browser lets no page do so, it says that, and the text can be selected. */
export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }) {
  const [said, setSaid] = useState<string | null>(null);

  function say(what: string): void {
    setSaid(what);
    setTimeout(() => setSaid(null), saidForMs);
  }

  return (
    <button
      type="button"
      onClick={() => void copied(text).then((done) => say(done ? 'Copied' : 'Select it'))}
      className="with-script min-w-16 rounded-md border border-line bg-card px-2 py-1 text-xs hover:bg-sunk"
    >
      <span aria-live="polite">{said ?? label}</span>
    </button>
  );
}

/** Without HTTPS, or with the permission refused, there is no clipboard. */
function copied(text: string): Promise<boolean> {
  if (!('clipboard' in navigator)) return Promise.resolve(false);
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
}
