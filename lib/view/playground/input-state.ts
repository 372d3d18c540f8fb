import { canonicalJson, type JsonObject } from '../../json/json.ts';
import { own } from '../../schema/schema-references.ts';
import type { InputRead } from '../form/read-json.ts';

/** The text editors for the input. */
export type Editor = 'json' | 'curl';

/** Text as the person typed it, not reformatted. */
export interface Draft {
  text: string;
  /** The syntax error; null for valid text. */
  fault: string | null;
}

/** The input, shown by the form and both editors, and the text in those editors. */
export interface InputState {
  input: JsonObject;
  drafts: Record<Editor, Draft | null>;
}

export type InputEvent =
  /** From the form, an example or a link. */
  | { type: 'set'; input: JsonObject }
  /** Replaces `first`, except for fields that a person has filled in. */
  | { type: 'open'; input: JsonObject; first: JsonObject }
  | { type: 'write'; editor: Editor; text: string; read: InputRead }
  /** Discards invalid text for the last valid value. */
  | { type: 'discard'; editor: Editor };

export function startInput(input: JsonObject): InputState {
  return { input, drafts: { json: null, curl: null } };
}

/** Invalid text never becomes the input, and is never removed while a person types it. */
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

/** Inputs are immutable: a field that differs from the first input was filled in. */
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

/** When the input changes, invalid text of an editor stays, and valid text is written anew. */
function broken({ drafts }: InputState, editor: Editor): Draft | null {
  const draft = drafts[editor];
  return draft === null || draft.fault === null ? null : draft;
}
