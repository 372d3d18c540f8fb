import { jsonOrUndefined } from '../json/json-or-undefined.ts';

/**
 * The JSON of the comment with which the portal closes a stream; null without one. Only the very last comment counts:
 * the API can write such comments, too.
 */
export function closingReceipt(text: string): unknown {
  const lastLine =
    text
      .trimEnd()
      .split(/\r\n|\r|\n/)
      .at(-1) ?? '';
  const json = /^: ?farebox-receipt (\{.*\})$/.exec(lastLine)?.[1];
  return jsonOrUndefined(json) ?? null;
}
