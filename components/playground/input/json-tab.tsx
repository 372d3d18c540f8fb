'use client';

import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { EditorState, Transaction } from '@codemirror/state';
import { drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useMemo, useEffect, useEffectEvent, useRef } from 'react';
import { flushSync } from 'react-dom';
import { jsonText } from '../../../lib/json/json.ts';
import type { QuoteFault } from '../../../lib/product/quote-result.ts';
import { readJsonText } from '../../../lib/view/form/read-json.ts';
import { DraftFault } from './draft-fault.tsx';
import { usePlayground } from '../playground-provider.tsx';

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

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--accent)' },
  { tag: tags.string, color: 'var(--good)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--warn)' },
]);

const look = EditorView.theme({
  '&': {
    backgroundColor: 'var(--sunk)',
    color: 'var(--ink)',
    border: '1px solid var(--line)',
    borderRadius: '6px',
    fontSize: '0.875rem',
  },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '2px' },
  '.cm-scroller': {
    fontFamily: 'var(--font-mono, ui-monospace, monospace)',
    minHeight: '20rem',
    maxHeight: '70dvh',
  },
  '.cm-gutters': { backgroundColor: 'transparent', color: 'var(--quiet)', border: 'none' },
  '.cm-content': { caretColor: 'var(--ink)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--accent-soft) !important',
  },
});

interface JsonEditorProps {
  text: string;
  isBroken: boolean;
  onChange: (text: string) => void;
}

/** Tab leaves the editor, so that it is no keyboard trap. */
export function JsonEditor({ text, isBroken, onChange }: JsonEditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView | null>(null);
  // Renders at once: the next key may start a call with the shown text.
  const changed = useEffectEvent((now: string) => flushSync(() => onChange(now)));
  const first = useEffectEvent(() => text);
  useEffect(() => {
    if (place.current === null) return undefined;
    const view = new EditorView({
      parent: place.current,
      state: EditorState.create({ doc: first(), extensions: extensions((now) => changed(now)) }),
    });
    editor.current = view;
    return () => view.destroy();
  }, []);
  useEffect(() => {
    const view = editor.current;
    if (view === null || view.state.doc.toString() === text) return;
    view.dispatch({
      changes: { from: 0, to: view.state.doc.length, insert: text },
      annotations: Transaction.remote.of(true),
    });
  }, [text]);
  useEffect(() => {
    editor.current?.contentDOM.setAttribute('aria-invalid', String(isBroken));
  }, [isBroken]);
  return <div ref={place} />;
}

function extensions(onChange: (text: string) => void) {
  return [
    lineNumbers(),
    history(),
    drawSelection(),
    indentOnInput(),
    bracketMatching(),
    json(),
    syntaxHighlighting(colours),
    look,
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ 'aria-label': 'Input as JSON' }),
    keymap.of([...defaultKeymap, ...historyKeymap]),
    EditorView.updateListener.of((update) => {
      const isTheirs = update.transactions.some((one) => one.annotation(Transaction.remote) !== true);
      if (update.docChanged && isTheirs) onChange(update.state.doc.toString());
    }),
  ];
}
