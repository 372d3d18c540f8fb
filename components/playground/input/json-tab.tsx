'use client';

import { json } from '@codemirror/lang-json';
import { bracketMatching, indentOnInput } from '@codemirror/language';
import { useMemo } from 'react';
import { jsonText } from '../../../lib/json/json.ts';
import type { QuoteFault } from '../../../lib/product/quote-result.ts';
import { readJsonText } from '../../../lib/view/form/read-json.ts';
import { CodeEditor } from '../../code-editor.tsx';
import { DraftFault } from './draft-fault.tsx';
import { usePlayground } from '../playground-provider.tsx';

const language = [json(), indentOnInput(), bracketMatching()];

export function JsonTab({ faults }: { faults: QuoteFault[] }) {
  const { input, drafts, change } = usePlayground();
  const written = useMemo(() => jsonText(input, '  '), [input]);
  const { json: draft } = drafts;
  return (
    <>
      <CodeEditor
        label="Input as JSON"
        language={language}
        text={draft?.text ?? written}
        isInvalid={Boolean(draft?.fault)}
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
