'use client';

import { useMemo } from 'react';
import { jsonText } from '../../lib/json/json.ts';
import { readJsonText } from '../../lib/view/playground/read-json-text.ts';
import type { QuoteFault } from '../../lib/product/quote-result.ts';
import { DraftFault } from './draft-fault.tsx';
import { JsonEditor } from './json-editor.tsx';
import { usePlayground } from './playground-provider.tsx';

export function JsonTab({ faults }: { faults: QuoteFault[] }) {
  const { input, drafts, change } = usePlayground();
  const written = useMemo(() => jsonText(input, '  '), [input]);
  const { json: draft } = drafts;
  return (
    <>
      <JsonEditor
        text={draft?.text ?? written}
        isBroken={Boolean(draft?.fault)}
        onChange={(text) => change({ type: 'write', editor: 'json', text, read: readJsonText(text) })}
      />
      <DraftFault editor="json" />
      {!draft?.fault && faults.length > 0 && (
        <ul aria-label="Faults" className="mt-2 text-sm text-bad">
          {faults.map(({ pointer, detail }) => (
            <li key={`${pointer} ${detail}`} className="break-words">
              <code className="font-mono">{pointer === '' ? 'The input' : pointer}</code> {detail}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
