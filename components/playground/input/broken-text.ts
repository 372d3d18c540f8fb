import type { RequestField } from '../../../lib/operation/request-fields.ts';
import { isJsonObject, jsonOrUndefined } from '../../../lib/json/json.ts';
import { isStorableText } from '../../../lib/view/playground/storable-input.ts';
import type { InputEvent, InputState } from '../../../lib/view/playground/input-state.ts';
import { brokenKey } from './remembered-inputs.ts';
import { withStorage } from '../../browser.ts';

/** Stores the text that an editor could not read, and that is no input yet, for this tab. */
export function rememberBroken(
  slug: string,
  fields: readonly RequestField[],
  { json, curl }: InputState['drafts'],
): void {
  const [editor, draft] = json?.fault ? ['json', json] : ['curl', curl];
  const isStored = draft?.fault && isStorableText(fields, draft.text);
  withStorage('sessionStorage', (storage) =>
    isStored
      ? storage.setItem(brokenKey, JSON.stringify({ ...draft, slug, editor }))
      : storage.removeItem(brokenKey),
  );
}

/** What was stored, as an event of the page of the product. */
export function readBroken(slug: string, stored: string): InputEvent | undefined {
  const read = jsonOrUndefined(stored);
  if (!isJsonObject(read) || read['slug'] !== slug) return undefined;
  const { editor, text, fault } = read;
  if (typeof text !== 'string' || typeof fault !== 'string') return undefined;
  return {
    type: 'write',
    editor: editor === 'curl' ? 'curl' : 'json',
    text,
    read: { ok: false, detail: fault },
  };
}
