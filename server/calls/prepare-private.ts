import { type Prepared, readableByAnyPage } from '../answer.ts';
import type { Principal } from '../callers/principal.ts';

/**
 * An answer for this caller alone, which nothing keeps. Whoever has a key may use it from any page. A guest is known by
 * cookie and address, and a session by its cookie, which any page could use behind a person's back: no other page
 * reads what comes of it.
 */
export function preparePrivate(
  { kind, session }: Pick<Principal, 'kind' | 'session'>,
  text: string,
  { status = 200, headers = {} }: { status?: number; headers?: Readonly<Record<string, string>> } = {},
): Prepared {
  return {
    status,
    headers: {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(text)),
      'cache-control': 'no-store, private',
      'x-content-type-options': 'nosniff',
      ...(kind === 'account' && !session && readableByAnyPage),
      ...headers,
    },
    payload: text,
  };
}
