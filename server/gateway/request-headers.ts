import { connectionHeaders } from '../../lib/operation/connection-headers.ts';

/** Identifies the portal to operators of upstreams. */
const userAgent = 'Farebox/0.1';

/** The headers of an upstream request, as alternating names and values: those of the binding, and three of ours. */
export function requestHeaders(bound: readonly [string, string][], accept = '*/*'): string[] {
  const headers = ['accept', accept, 'accept-encoding', 'identity'];
  let hasUserAgent = false;
  for (const [name, value] of bound) {
    const lower = name.toLowerCase();
    // A caller's `host` could select another host at the same address, and send it the operator's credential.
    if (connectionHeaders.has(lower)) continue;
    if (lower === 'user-agent') hasUserAgent = true;
    headers.push(name, value);
  }
  if (!hasUserAgent) headers.push('user-agent', userAgent);
  return headers;
}
