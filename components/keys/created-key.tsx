'use client';

import { useState } from 'react';

/** The key, this once. Nothing of it is kept but a hash. */
export function CreatedKey({ apiKey, onClose }: { apiKey: string; onClose: () => void }) {
  const [said, setSaid] = useState('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(apiKey);
      setSaid('Copied.');
    } catch {
      // Pages that do not come over https may not write there.
      setSaid('This browser does not let the page copy: select the key and copy it yourself.');
    }
  };
  return (
    <>
      <p className="mt-2 text-warn">
        It is shown this once. Copy it now, and keep it where you keep passwords: whoever has it spends the
        account’s credits.
      </p>
      <p className="mt-4 rounded-md border border-line bg-sunk p-3 font-mono break-all select-all">
        {apiKey}
      </p>
      <p role="status" className="mt-1 min-h-6 text-sm text-good">
        {said}
      </p>
      <div className="mt-3 flex flex-wrap justify-end gap-3">
        <button
          type="button"
          onClick={() => void copy()}
          className="rounded-md bg-accent px-4 py-1.5 font-medium text-accent-ink"
        >
          Copy
        </button>
        <button
          type="button"
          onClick={onClose}
          className="rounded-md border border-line px-3 py-1.5 hover:bg-sunk"
        >
          I have kept it
        </button>
      </div>
    </>
  );
}
