import { useEffect } from 'react';
import type { JsonObject } from '../../lib/json.ts';
import { rememberable } from '../../lib/playground/rememberable.ts';
import type { RequestField } from '../../lib/request-fields.ts';
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
    const timer = setTimeout(
      () => rememberInput(slug, input === example ? undefined : rememberable(fields, input)),
      settledMs,
    );
    return () => clearTimeout(timer);
  }, [slug, fields, input, example]);
}
