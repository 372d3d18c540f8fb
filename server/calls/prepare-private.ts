import { type Prepared, readableByAnyPage } from '../answer.ts';
import type { Principal } from '../callers/principal.ts';

/**
 * An answer for this caller alone, which nothing keeps. Whoever has a key may use it from any page; a guest is known
 * by cookie and address, which any page could use behind the guest's back: no other page reads what comes of it.
 */
export function preparePrivate(principal: Principal, text: string): Prepared {
  return {
    status: 200,
    headers: {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(text)),
      'cache-control': 'no-store, private',
      'x-content-type-options': 'nosniff',
      ...(principal.kind === 'account' && readableByAnyPage),
    },
    payload: text,
  };
}
