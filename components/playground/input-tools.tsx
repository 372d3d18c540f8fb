'use client';

import { useState } from 'react';
import { canonicalJson } from '../../lib/json.ts';
import { rememberable } from '../../lib/playground/rememberable.ts';
import { writeShareLink } from '../../lib/share-link.ts';
import { copyText } from '../copy-text.ts';
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
    const kept = rememberable(fields, input);
    const link = writeShareLink(kept);
    if (!link.ok) return setSaid({ text: link.detail, input });
    const { origin, pathname } = window.location;
    const isCopied = await copyText(`${origin}${pathname}#${link.fragment}`);
    if (!isCopied) window.history.replaceState(null, '', `#${link.fragment}`);
    const where = isCopied ? 'Link copied' : 'The link is in the address bar';
    const isWhole = canonicalJson(kept) === canonicalJson(input) && link.leftOut.length === 0;
    setSaid({ text: isWhole ? where : `${where}, without files and secrets`, input });
  };
  return (
    <>
      <button type="button" onClick={() => void share()} className={button}>
        Copy link
      </button>
      <span role="status" className="text-xs text-quiet empty:hidden">
        {said.input === input ? said.text : ''}
      </span>
    </>
  );
}
