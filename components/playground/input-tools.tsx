'use client';

import { messageOf } from '../message-of.ts';
import { useState } from 'react';
import { canonicalJson } from '../../lib/json/json.ts';
import { copyText } from '../copy-text.ts';
import { loadInputParts } from './load-input-parts.ts';
import { usePlayground } from './playground-provider.tsx';

const button = 'rounded-md border border-line px-2.5 py-1 text-sm hover:bg-sunk disabled:opacity-50';

/** Buttons for examples, and for a link to the input. */
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

/** The link has the input in its fragment, which no server sees, without files and secrets. */
function ShareButton() {
  const { fields, input } = usePlayground();
  const [message, setMessage] = useState({ text: '', input });
  const share = async () => {
    const { storableInput, writeShareLink } = await loadInputParts();
    const storable = storableInput(fields, input);
    const link = writeShareLink(storable);
    if (!link.ok) return link.detail;
    const { origin, pathname } = window.location;
    const isCopied = await copyText(`${origin}${pathname}#${link.fragment}`);
    if (!isCopied) window.history.replaceState(null, '', `#${link.fragment}`);
    const where = isCopied ? 'Link copied' : 'The link is in the address bar';
    const isWhole = canonicalJson(storable) === canonicalJson(input) && link.leftOut.length === 0;
    return isWhole ? where : `${where}, without files and secrets`;
  };
  const press = async () => setMessage({ text: await share().catch(messageOf), input });
  return (
    <>
      <button type="button" onClick={() => void press()} className={button}>
        Copy link
      </button>
      <span role="status" className="text-xs text-quiet empty:hidden">
        {message.input === input ? message.text : ''}
      </span>
    </>
  );
}
