'use client';

import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { HighlightStyle, StreamLanguage, syntaxHighlighting } from '@codemirror/language';
import { EditorState, StateEffect, StateField, Transaction } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useEffect, useEffectEvent, useImperativeHandle, useRef, type Ref } from 'react';

export interface YamlEditorHandle {
  /** Puts the cursor there. */
  goTo(line: number, column: number): void;
}

interface Props {
  label: string;
  text: string;
  /** The lines that have a fault. */
  faulty: readonly number[];
  isReadOnly?: boolean;
  onChange: (text: string) => void;
  ref: Ref<YamlEditorHandle>;
}

/** Tab leaves the editor, so that it is no keyboard trap. */
export function YamlEditor({ label, text, faulty, isReadOnly = false, onChange, ref }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView | null>(null);
  const changed = useEffectEvent(onChange);
  const first = useEffectEvent(() => ({ text, label, isReadOnly }));
  useEffect(() => {
    if (place.current === null) return undefined;
    const given = first();
    const state = EditorState.create({
      doc: given.text,
      extensions: extensions(given, (now) => changed(now)),
    });
    const view = new EditorView({ parent: place.current, state });
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
  const lines = faulty.join();
  useEffect(() => {
    const view = editor.current;
    view?.dispatch({ effects: setFaulty.of(lines === '' ? [] : lines.split(',').map(Number)) });
    view?.contentDOM.setAttribute('aria-invalid', String(lines !== ''));
  }, [lines]);
  useImperativeHandle(ref, () => ({
    goTo(line, column) {
      const view = editor.current;
      if (!view) return;
      const found = view.state.doc.line(Math.min(line, view.state.doc.lines));
      const anchor = Math.min(found.from + column - 1, found.to);
      view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) });
      view.focus();
    },
  }));
  return <div ref={place} />;
}

const setFaulty = StateEffect.define<readonly number[]>();
const faultyLine = Decoration.line({ class: 'cm-faulty' });

const faultyLines = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(now, { changes, effects, state }) {
    const [set] = effects.filter((effect) => effect.is(setFaulty));
    if (!set) return now.map(changes);
    const known = [...new Set(set.value)].filter((line) => line <= state.doc.lines).sort((a, b) => a - b);
    return Decoration.set(known.map((line) => faultyLine.range(state.doc.line(line).from)));
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Enough of YAML to find one's way: keys, texts in quotes, values that are no texts, and comments. */
const yaml = StreamLanguage.define({
  token(stream) {
    if (stream.eatSpace()) return null;
    if (stream.match(/^#.*/)) return 'comment';
    if (stream.match(/^(?:- )?(?:"[^"]*"|[\w$][^:#{}[\],&*!|>'"%@`]*?)(?=:(?:\s|$))/)) return 'propertyName';
    if (stream.match(/^"(?:[^"\\]|\\.)*"?/) || stream.match(/^'[^']*'?/)) return 'string';
    if (stream.match(/^(?:-?\d[\d.]*(?:e[+-]?\d+)?|true|false|null|~)(?=\s*(?:$|[,\]}#]))/i)) return 'number';
    stream.match(/^(?:[^\s#"'[\]{},:]+|.)/);
    return null;
  },
  tokenTable: {
    comment: tags.comment,
    propertyName: tags.propertyName,
    string: tags.string,
    number: tags.number,
  },
});

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--accent)' },
  { tag: tags.string, color: 'var(--good)' },
  { tag: tags.number, color: 'var(--warn)' },
  { tag: tags.comment, color: 'var(--quiet)' },
]);

const look = EditorView.theme({
  '&': {
    backgroundColor: 'var(--sunk)',
    color: 'var(--ink)',
    border: '1px solid var(--line)',
    borderRadius: '6px',
    fontSize: '0.8125rem',
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
  '.cm-faulty': { boxShadow: 'inset 3px 0 var(--bad)', backgroundColor: 'var(--accent-soft)' },
});

function extensions(
  { label, isReadOnly }: { label: string; isReadOnly: boolean },
  onChange: (text: string) => void,
) {
  return [
    lineNumbers(),
    history(),
    yaml,
    syntaxHighlighting(colours),
    look,
    faultyLines,
    EditorState.readOnly.of(isReadOnly),
    EditorView.lineWrapping,
    // It takes keys without `tabindex`, too, but not every reader knows that.
    EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
    keymap.of([...defaultKeymap, ...historyKeymap]),
    EditorView.updateListener.of((update) => {
      const isTheirs = update.transactions.some((one) => one.annotation(Transaction.remote) !== true);
      if (update.docChanged && isTheirs) onChange(update.state.doc.toString());
    }),
  ];
}
