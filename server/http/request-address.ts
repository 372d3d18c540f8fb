import { portal } from '../portal/portal.ts';
import { clientAddress } from './client-address.ts';

/** The address that a request came from, through whatever proxies this portal trusts. */
export function requestAddress(
  socketAddress: string | undefined,
  forwardedFor: string | null | undefined,
): string {
  return clientAddress(socketAddress ?? '', forwardedFor, portal().settings.trustedProxies);
}
