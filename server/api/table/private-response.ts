import type { Identity } from '../../doors/identify.ts';
import { type BufferedResponse, readableByAnyPage, type StreamedResponse } from '../../http/response.ts';

type Known = Pick<Identity, 'bySession'> & { caller: Pick<Identity['caller'], 'kind'> };

/**
 * A response for this caller alone, which nothing keeps. Any page may use a key that it was given. But a guest is known
 * by cookie and address, and a session by its cookie, which any page could use behind a person's back: no other page
 * reads what comes of it.
 */
export function privateJson(
  known: Known,
  value: unknown,
  options: { status?: number; headers?: Readonly<Record<string, string>> } = {},
): BufferedResponse {
  return privateText(known, JSON.stringify(value), options);
}

/** The same of JSON that is written already. */
export function privateText(
  { caller, bySession }: Known,
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
      ...(caller.kind === 'account' && !bySession && readableByAnyPage),
      ...headers,
    },
    payload: text,
  };
}

/** How long a client may take to read a download. */
const downloadMs = 10 * 60 * 1000;

/** A file of JSON, which is made while it is read. */
export function privateDownload(chunks: StreamedResponse['chunks'], fileName: string): StreamedResponse {
  return {
    status: 200,
    headers: {
      'content-type': 'application/json',
      'content-disposition': `attachment; filename="${fileName}"`,
      'cache-control': 'no-store, private',
      'x-content-type-options': 'nosniff',
    },
    chunks,
    endsAtMs: performance.now() + downloadMs,
  };
}

/** Done, and nothing to say. */
export function privateNothing(headers: Readonly<Record<string, string>> = {}): BufferedResponse {
  return { status: 204, headers: { 'cache-control': 'no-store, private', ...headers }, payload: '' };
}
