import { canonicalJson, type JsonObject } from '../../json/json.ts';
import { own } from '../../schema/schema-references.ts';
import type { InputRead } from './read-json-text.ts';

/** Where an input can be written as text. */
export type Editor = 'json' | 'curl';

/** Text as a person writes it, which is seldom laid out as a program would. */
export interface Draft {
  text: string;
  /** Why it cannot be read; null where it says what the input is. */
  fault: string | null;
}

/** The one value that is shown as a form, as JSON and as a command, and the text that stands in the two editors. */
export interface InputState {
  input: JsonObject;
  drafts: Record<Editor, Draft | null>;
}

export type InputEvent =
  /** By the form, an example, a link. */
  | { type: 'set'; input: JsonObject }
  /** What the page opens with in place of `first`, but for the fields that somebody has filled in by then. */
  | { type: 'open'; input: JsonObject; first: JsonObject }
  | { type: 'write'; editor: Editor; text: string; read: InputRead }
  /** Lets go of a text that cannot be read, for the last value that could. */
  | { type: 'discard'; editor: Editor };

export function startInput(input: JsonObject): InputState {
  return { input, drafts: { json: null, curl: null } };
}

/** Text that cannot be read never becomes the input, and is never taken away from whoever writes it. */
export function changeInput(state: InputState, event: InputEvent): InputState {
  switch (event.type) {
    case 'set':
      return set(state, event.input);
    case 'open':
      return set(state, withFilledIn(event.input, event.first, state.input));
    case 'write':
      return written(state, event);
    case 'discard':
      return { ...state, drafts: { ...state.drafts, [event.editor]: null } };
  }
}

function set(state: InputState, input: JsonObject): InputState {
  return { input, drafts: { json: broken(state, 'json'), curl: broken(state, 'curl') } };
}

/** An input is replaced, never changed: whatever is no more what the page showed first was filled in. */
function withFilledIn(opened: JsonObject, first: JsonObject, now: JsonObject): JsonObject {
  const isFilledIn = (name: string) => own(now, name) !== own(first, name);
  const names = new Set([...Object.keys(first), ...Object.keys(now)].filter(isFilledIn));
  if (names.size === 0) return opened;
  const kept = Object.entries(opened).filter(([name]) => !names.has(name));
  return Object.fromEntries([...kept, ...Object.entries(now).filter(([name]) => names.has(name))]);
}

function written(
  state: InputState,
  { editor, text, read }: Extract<InputEvent, { type: 'write' }>,
): InputState {
  const draft = { text, fault: read.ok ? null : read.detail };
  if (!read.ok || canonicalJson(read.input) === canonicalJson(state.input))
    return { ...state, drafts: { ...state.drafts, [editor]: draft } };
  const drafts = { json: broken(state, 'json'), curl: broken(state, 'curl'), [editor]: draft };
  return { input: read.input, drafts };
}

/** A draft that could be read says what the input was; once that is another, it is written anew. */
function broken({ drafts }: InputState, editor: Editor): Draft | null {
  const draft = drafts[editor];
  return draft === null || draft.fault === null ? null : draft;
}
