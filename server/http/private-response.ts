import { type BufferedResponse, readableByAnyPage } from './response.ts';
import type { Caller } from '../callers/caller.ts';

/**
 * An answer for this caller alone, which nothing keeps. Whoever has a key may use it from any page. A guest is known by
 * cookie and address, and a session by its cookie, which any page could use behind a person's back: no other page
 * reads what comes of it.
 */
export function privateJson(
  { kind, session }: Pick<Caller, 'kind' | 'session'>,
  text: string,
  { status = 200, headers = {} }: { status?: number; headers?: Readonly<Record<string, string>> } = {},
): BufferedResponse {
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
