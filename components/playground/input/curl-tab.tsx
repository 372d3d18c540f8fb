'use client';

import { useMemo } from 'react';
import { readCurl } from '../../../lib/view/curl/read-curl.ts';
import { writeCurl } from '../../../lib/view/curl/write-curl.ts';
import { DraftFault } from './draft-fault.tsx';
import { usePlayground } from '../playground-provider.tsx';

const leastRows = 10;
const mostRows = 30;

/** The input as a command to copy, edit or replace. */
export function CurlTab() {
  const { slug, origin, input, drafts, change } = usePlayground();
  const written = useMemo(() => writeCurl({ slug, origin, input }), [slug, origin, input]);
  const text = drafts.curl?.text ?? written;
  const rows = Math.min(mostRows, Math.max(leastRows, text.split('\n').length + 1));
  return (
    <>
      <textarea
        ref={(area) => area?.setCustomValidity(drafts.curl?.fault ?? '')}
        aria-label="Input as a cURL command"
        aria-invalid={Boolean(drafts.curl?.fault)}
        value={text}
        rows={rows}
        spellCheck={false}
        autoCapitalize="off"
        onChange={({ target }) =>
          change({ type: 'write', editor: 'curl', text: target.value, read: readCurl(target.value, slug) })
        }
        className="block w-full resize-y rounded-md border border-line bg-sunk p-3 font-mono text-sm"
      />
      <DraftFault editor="curl" />
    </>
  );
}
