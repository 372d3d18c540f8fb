'use client';

import { useState } from 'react';
import { copyText } from '../copy-text.ts';

const shownMs = 2_000;

export function CopyButton({ text, className }: { text: string; className: string }) {
  const [said, setSaid] = useState('Copy');
  const copy = async () => {
    setSaid((await copyText(text)) ? 'Copied' : 'Not allowed here');
    setTimeout(() => setSaid('Copy'), shownMs);
  };
  return (
    <button type="button" className={className} onClick={() => void copy()}>
      <span aria-live="polite">{said}</span>
    </button>
  );
}
