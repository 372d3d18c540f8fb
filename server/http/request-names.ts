import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { RequestNames } from '../log.ts';
import type { HttpRequest } from './client-connection.ts';
import { holdsKey } from './refuse-request.ts';

export const requestIdHeader = 'x-request-id';

/** Harmless wherever it is written: no spaces, quotes, brackets or separators. */
const wellFormedId = /^[\w.~:+/=@-]{1,128}$/;

/** W3C Trace Context: version, trace, parent, flags. Later versions may add fields, ff is no version, zeros are no id. */
const wellFormedTrace =
  /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:$|(?<!^00.{53})-[\x21-\x7e]*$)/;

/**
 * Gives a request its id, the caller's own where that is well-formed. It travels in the request's header, so that the
 * handlers read it the same way, whether by the fast lane or through Next.
 */
export function nameRequest({ headers }: IncomingMessage): void {
  const given = headers[requestIdHeader];
  if (typeof given === 'string' && wellFormedId.test(given) && !holdsKey(given)) return;
  headers[requestIdHeader] = randomUUID();
}

/** The id of a request that has been named. */
export function requestIdOf({ headers }: IncomingMessage): string {
  return String(headers[requestIdHeader]);
}

export function namesOfIncoming(incoming: IncomingMessage): RequestNames {
  const trace = incoming.headers['traceparent'];
  return makeNames(requestIdOf(incoming), typeof trace === 'string' ? trace : null);
}

/** The same for a handler. */
export function namesOf(headers: HttpRequest['headers']): RequestNames {
  return makeNames(headers.get(requestIdHeader) ?? randomUUID(), headers.get('traceparent'));
}

function makeNames(requestId: string, trace: string | null): RequestNames {
  const traceId = trace === null ? undefined : wellFormedTrace.exec(trace)?.[1];
  return traceId === undefined ? { requestId } : { requestId, traceId };
}
