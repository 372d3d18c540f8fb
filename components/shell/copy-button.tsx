'use client';

import { useEffect, useRef, useState } from 'react';
import { type Copied, copyText } from '../browser.ts';
import { quietButton } from './buttons.tsx';

interface Props {
  text: Copied;
  label?: string;
  disabled?: boolean;
  className?: string;
}

/** How long it says “Copied”. */
const saidForMs = 2_000;

/** Copies a text and says whether it worked, to screen readers, too. Its width never changes. */
export function CopyButton({ text, label = 'Copy', disabled = false, className = quietButton }: Props) {
  const [status, setStatus] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = async () => {
    setStatus((await copyText(text)) ? copied : notCopied);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setStatus(null), saidForMs);
  };
  return (
    <>
      <button
        type="button"
        disabled={disabled}
        onClick={() => void copy()}
        className={`with-script ${className}`}
      >
        <span
          data-widest={label.length > copied.length ? label : copied}
          className="grid justify-items-center before:invisible before:h-0 before:content-[attr(data-widest)]"
        >
          {status ?? label}
        </span>
      </button>
      <span role="status" className="sr-only">
        {status === copied && 'Copied.'}
        {status === notCopied && 'The browser blocked copying. Select the text and copy it.'}
      </span>
    </>
  );
}

const copied = 'Copied';
const notCopied = 'Not copied';
