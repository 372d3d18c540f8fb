import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorState, type Extension, StateEffect, StateField, Transaction } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  drawSelection,
  EditorView,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useEffect, useEffectEvent, useImperativeHandle, useRef, type Ref } from 'react';
import { flushSync } from 'react-dom';

export interface CodeEditorHandle {
  /** Puts the cursor there. */
  goTo(line: number, column: number): void;
}

interface Props {
  label: string;
  /** What reads and colours the text. It stays the same. */
  language: Extension;
  text: string;
  isInvalid: boolean;
  /** The lines that have a fault. */
  faulty?: readonly number[];
  onChange: (text: string) => void;
  ref?: Ref<CodeEditorHandle>;
}

/** Tab leaves the editor, so that it is no keyboard trap. */
export function CodeEditor({ label, language, text, isInvalid, faulty = [], onChange, ref }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView | null>(null);
  // Renders at once: the next key may start something with the shown text.
  const changed = useEffectEvent((now: string) => flushSync(() => onChange(now)));
  const first = useEffectEvent(() => ({ doc: text, extensions: [language, extensions(label, changed)] }));
  useEffect(() => {
    if (place.current === null) return undefined;
    const view = new EditorView({ parent: place.current, state: EditorState.create(first()) });
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
    editor.current?.dispatch({ effects: setFaulty.of(lines === '' ? [] : lines.split(',').map(Number)) });
  }, [lines]);
  useEffect(() => {
    editor.current?.contentDOM.setAttribute('aria-invalid', String(isInvalid));
  }, [isInvalid]);
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

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--accent)' },
  { tag: tags.string, color: 'var(--good)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--warn)' },
  { tag: tags.comment, color: 'var(--quiet)' },
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
  '.cm-faulty': { boxShadow: 'inset 3px 0 var(--bad)', backgroundColor: 'var(--accent-soft)' },
});

function extensions(label: string, onChange: (text: string) => void): Extension {
  return [
    lineNumbers(),
    history(),
    drawSelection(),
    syntaxHighlighting(colours),
    look,
    faultyLines,
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
