import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Problem } from '../../lib/problem/problem.ts';
import type { RequestNames } from '../log.ts';
import type { ClientConnection, HttpRequest } from './client-connection.ts';

/**
 * Refuses what another site had a browser send: the browser adds the cookies of its user to it, who meant nothing of
 * the kind. For requests that a cookie would speak for; reading is safe, since other sites cannot see the answer.
 */
export function refuseCrossSite({ method, headers }: HttpRequest, publicUrl: string): void {
  if (method === 'GET' || method === 'HEAD') return;
  const origin = headers.get('origin');
  if (origin === 'null') refuse('a page without an origin');
  const site = headers.get('sec-fetch-site');
  if (site === 'same-origin' || site === 'none') return;
  if (origin === null && site === null) return;
  if (origin === null || !isOwnOrigin(origin, headers.get('host'), publicUrl))
    refuse(origin ?? 'another site');
}

/** A portal is reached at its public address, and at whatever else leads to it. */
export function isOwnOrigin(origin: string, host: string | null, publicUrl: string): boolean {
  if (origin === new URL(publicUrl).origin) return true;
  return host !== null && (origin === `http://${host}` || origin === `https://${host}`);
}

function refuse(from: string): never {
  throw new Problem(
    'cross-site',
    `The request has a cookie of this portal but comes from ${from}. Use an API key, or the pages of this portal.`,
  );
}

/** As the name of a parameter that is meant for a key. */
const keyName = /^(?:api|access|farebox)?[-_]?(?:key|token)$|^(?:authorization|bearer)$/i;
const keyStart = /^(?:bearer\s+)?fb_/i;
/** Long enough to be a key, or most of one; no word that is searched for is. */
const wholeKey = /(?:^|[^0-9a-z])fb_[0-9a-z]{16}/i;

/** Addresses are logged by whatever they pass: a key that stands in one is refused, so that nobody gets used to it. */
export function refuseKeyInUrl(url: string): void {
  const start = url.indexOf('?');
  if (start < 0) return;
  // `fb_` in any spelling has its underscore, or a percent sign.
  if (!/fb_|%/i.test(url.slice(start))) return;
  for (const [name, value] of new URLSearchParams(url.slice(start))) {
    if (!isKey(name, value)) continue;
    const parameter = wholeKey.test(name) ? 'fb_…' : name.slice(0, 100);
    throw new Problem(
      'key-in-url',
      'Send API keys in the Authorization header, never in a URL. Revoke this key, because it may be in logs.',
      [{ parameter, detail: `${parameter} looks like an API key` }],
    );
  }
}

/** Whether a text has a key in it, or most of one: it must not be written to a log. */
function holdsKey(text: string): boolean {
  return wholeKey.test(text);
}

function isKey(name: string, value: string): boolean {
  return holdsKey(value) || holdsKey(name) || (keyName.test(name) && keyStart.test(value));
}

/** Refuses requests that Node accepts but that two servers may read differently (request smuggling). */
export function refuseMalformed(incoming: IncomingMessage): void {
  const { headers, httpVersion } = incoming;
  const hosts = countHosts(incoming.rawHeaders);
  if (hosts > 1) refuseFormedRequest('The request has more than one Host header.');
  if (hosts === 0 && httpVersion === '1.1')
    refuseFormedRequest('The request has no Host header, which HTTP/1.1 requires.');
  const coding = headers['transfer-encoding'];
  if (coding === undefined) return;
  if (coding.toLowerCase() !== 'chunked')
    refuseFormedRequest('Only the Transfer-Encoding chunked is supported.');
  if (httpVersion === '1.0') refuseFormedRequest('HTTP/1.0 does not support Transfer-Encoding.');
}

/** Counts in the raw headers, where names and values alternate: Node keeps only the first of repeated headers. */
function countHosts(rawHeaders: string[]): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count;
}

/** The end of the request is in doubt as well, so the connection is closed. */
function refuseFormedRequest(detail: string): never {
  throw new Problem('bad-request', detail, [], { connection: 'close' });
}

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

/** Node joins repeated headers with commas, all but Set-Cookie, which no request has a use for. */
export function httpRequestOf(
  { method = '', url = '', headers }: IncomingMessage,
  connection: ClientConnection,
): HttpRequest {
  return {
    method,
    url: `http://portal${url}`,
    connection,
    headers: {
      get(name) {
        const value = headers[name.toLowerCase()];
        return typeof value === 'string' ? value : null;
      },
    },
  };
}
