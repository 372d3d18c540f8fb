'use client';

import { useState } from 'react';
import { canonicalJson } from '../../lib/json/json.ts';
import { copyText } from '../copy-text.ts';
import { loadInputParts } from './load-input-parts.ts';
import { usePlayground } from './playground-provider.tsx';

const button = 'rounded-md border border-line px-2.5 py-1 text-sm hover:bg-sunk disabled:opacity-50';

/** Where to start from, and how to hand on what stands here. */
export function InputTools() {
  const { examples, input, change } = usePlayground();
  return (
    <div className="flex flex-wrap items-center justify-end gap-2">
      {examples.map((example, index) => (
        <button
          key={`${example.title} ${index}`}
          type="button"
          disabled={input === example.input}
          onClick={() => change({ type: 'set', input: example.input })}
          className={button}
        >
          {example.title}
        </button>
      ))}
      <button
        type="button"
        disabled={Object.keys(input).length === 0}
        onClick={() => change({ type: 'set', input: {} })}
        className={button}
      >
        Empty
      </button>
      <ShareButton />
    </div>
  );
}

/** The link is in the fragment of the address, which no server sees. Files and secrets are not in it. */
function ShareButton() {
  const { fields, input } = usePlayground();
  const [said, setSaid] = useState({ text: '', input });
  const share = async () => {
    const { rememberable, writeShareLink } = await loadInputParts();
    const kept = rememberable(fields, input);
    const link = writeShareLink(kept);
    if (!link.ok) return link.detail;
    const { origin, pathname } = window.location;
    const isCopied = await copyText(`${origin}${pathname}#${link.fragment}`);
    if (!isCopied) window.history.replaceState(null, '', `#${link.fragment}`);
    const where = isCopied ? 'Link copied' : 'The link is in the address bar';
    const isWhole = canonicalJson(kept) === canonicalJson(input) && link.leftOut.length === 0;
    return isWhole ? where : `${where}, without files and secrets`;
  };
  const press = async () => setSaid({ text: await share().catch(messageOf), input });
  return (
    <>
      <button type="button" onClick={() => void press()} className={button}>
        Copy link
      </button>
      <span role="status" className="text-xs text-quiet empty:hidden">
        {said.input === input ? said.text : ''}
      </span>
    </>
  );
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
