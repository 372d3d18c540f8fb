import { useEffect } from 'react';
import type { JsonObject } from '../../lib/json/json.ts';
import type { RequestField } from '../../lib/operation/request-fields.ts';
import { loadInputParts } from './load-input-parts.ts';
import { rememberInput } from './remembered-inputs.ts';

/** Typing goes on for so long before it is worth writing down. */
const settledMs = 400;

/** Keeps the input for the next visit, once it is not the example any more. */
export function useRememberInput(
  slug: string,
  fields: readonly RequestField[],
  input: JsonObject,
  example: JsonObject | undefined,
): void {
  useEffect(() => {
    let isNewest = true;
    const remember = async () => {
      const { rememberable } = await loadInputParts();
      if (isNewest) rememberInput(slug, rememberable(fields, input));
    };
    const timer = setTimeout(() => {
      if (input === example) rememberInput(slug, undefined);
      else remember().catch(untilTheNext);
    }, settledMs);
    return () => {
      isNewest = false;
      clearTimeout(timer);
    };
  }, [slug, fields, input, example]);
}

/** Without the portal it is not kept. The next change is. */
function untilTheNext(_unreachable: Error): void {}
