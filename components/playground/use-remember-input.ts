import { useEffect } from 'react';
import type { JsonObject } from '../../lib/json/json.ts';
import type { RequestField } from '../../lib/operation/request-fields.ts';
import { loadInputParts } from './load-input-parts.ts';
import { rememberInput } from './remembered-inputs.ts';

/** The pause in typing before the input is stored. */
const settledMs = 400;

/** Stores the input for the next visit, unless it is the example. */
export function useRememberInput(
  slug: string,
  fields: readonly RequestField[],
  input: JsonObject,
  example: JsonObject | undefined,
): void {
  useEffect(() => {
    let isNewest = true;
    const remember = async () => {
      const { storableInput } = await loadInputParts();
      if (isNewest) rememberInput(slug, storableInput(fields, input));
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

/** If the script does not load, the next change tries again. */
function untilTheNext(_unreachable: Error): void {}
