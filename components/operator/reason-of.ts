import { textOf } from '../people/text-of.ts';

/** The reason in a form; absent if nothing was written. */
export function reasonOf(fields: FormData): { reason?: string } {
  const reason = textOf(fields, 'reason').trim();
  return reason === '' ? {} : { reason };
}
