import { connectionHeaders } from '../../lib/operation/connection-headers.ts';

/** Whoever runs an upstream sees who calls. */
const userAgent = 'Farebox/0.1';

/** The headers of a request to an upstream, name and value in turn: what binding made of the input, and three of ours. */
export function requestHeaders(bound: readonly [string, string][], accept = '*/*'): string[] {
  const headers = ['accept', accept, 'accept-encoding', 'identity'];
  let hasUserAgent = false;
  for (const [name, value] of bound) {
    const lower = name.toLowerCase();
    // A `host` of a caller's choice would reach another host behind the same address, with the operator's credential.
    if (connectionHeaders.has(lower)) continue;
    if (lower === 'user-agent') hasUserAgent = true;
    headers.push(name, value);
  }
  if (!hasUserAgent) headers.push('user-agent', userAgent);
  return headers;
}
