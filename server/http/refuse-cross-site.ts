import { Problem } from '../../lib/problem/problem.ts';
import type { HttpRequest } from './http-request.ts';

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
