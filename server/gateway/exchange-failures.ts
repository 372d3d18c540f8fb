import { EgressBlocked } from './connector.ts';
import { UpstreamFailure } from './upstream-failure.ts';

/** When those who were turned away may come again. */
export const retryAfterSeconds = 2;

export function stopping(): UpstreamFailure {
  return new UpstreamFailure('unavailable', 'upstream5xx', 'The portal is stopping.');
}

export function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

export function connectFailure(error: Error): UpstreamFailure {
  const cause = `${codeOf(error)}: ${error.message}`;
  if (error instanceof EgressBlocked) return egressFailure(error.message);
  if (codeOf(error) === 'UND_ERR_CONNECT_TIMEOUT') {
    const detail = 'The API behind this product could not be connected to in time.';
    return new UpstreamFailure('upstream-timeout', 'timeout', detail, { cause });
  }
  const detail = 'The API behind this product could not be connected to.';
  return new UpstreamFailure('upstream-failed', 'upstream5xx', detail, { cause });
}

export function egressFailure(cause: string): UpstreamFailure {
  const detail = 'The API behind this product leads to an address that the portal must not dial.';
  return new UpstreamFailure('egress-blocked', 'upstream5xx', detail, { cause });
}

export function clientGone(): UpstreamFailure {
  return new UpstreamFailure(
    'client-gone',
    'clientGone',
    'The caller went away before the answer was complete.',
  );
}

export function busy(why: string): UpstreamFailure {
  return new UpstreamFailure(
    'upstream-busy',
    'upstream5xx',
    `The API behind this product is busy: ${why}. Try again in ${retryAfterSeconds} seconds.`,
    { headers: { 'retry-after': String(retryAfterSeconds) } },
  );
}
