import { createHmac, timingSafeEqual } from 'node:crypto';
import { Problem } from '../../lib/problem/problem.ts';
import type { Context } from '../portal/context.ts';

/** Long enough to fetch a file. A call that is repeated with its quote gets a new address. */
const lifetimeMs = 60 * 60_000;

export interface ReplyLink {
  url: string;
  /** When the address ends. */
  until: string;
}

/** An address at which anybody reads the stored response of a call, for a while. */
export function replyLink({ settings, secret }: Context, callId: string): ReplyLink {
  const expires = Date.now() + lifetimeMs;
  const query = new URLSearchParams({
    expires: String(expires),
    signature: signature(callId, expires, secret.signing).toString('base64url'),
  });
  const url = `${settings.url}/api/replies/${encodeURIComponent(callId)}?${query}`;
  return { url, until: new Date(expires).toISOString() };
}

/** Refuses an address that the portal did not sign, or that has ended. */
export function requireReplyLink(
  { secret }: Pick<Context, 'secret'>,
  callId: string,
  { expires, signature: given }: { expires: number; signature: string },
): void {
  const bytes = Buffer.from(given, 'base64url');
  const isSigned = secret.all.some((one) => {
    const expected = signature(callId, expires, one);
    return bytes.length === expected.length && timingSafeEqual(bytes, expected);
  });
  if (!isSigned)
    throw new Problem('not-found', 'This is not an address of a response, or only a part of it.');
  if (expires <= Date.now())
    throw new Problem(
      'link-expired',
      'The address of this response has ended. The same call with the same quote gives a new one and costs nothing.',
    );
}

function signature(callId: string, expires: number, secret: Uint8Array): Buffer {
  return createHmac('sha256', secret).update(`reply ${callId} ${expires}`).digest();
}
