import { countOf } from '../../lib/text/count-text.ts';
import type { CallPhase } from '../../lib/call/call-ending.ts';
import type { AbortReason } from './call-abort.ts';
import { codeOf, EgressBlocked } from './connector.ts';
import { mostUnpaidMs } from './unpaid-time.ts';
import { UpstreamFailure } from './upstream-failure.ts';

export const slowedWords = `your failed calls took more than ${mostUnpaidMs / 1000} seconds of its time within a minute, so your calls are made one at a time for a while`;

/** Refused callers may retry after this time. */
export const retryAfterSeconds = 2;

/** An unsent call may be retried elsewhere, or here when the portal is back. */
export function portalStopped(phase: CallPhase): UpstreamFailure {
  const headers = phase === 'before-dial' ? { 'retry-after': String(retryAfterSeconds) } : {};
  return new UpstreamFailure('portal-stopped', phase, 'The portal is shutting down and cancelled the call.', {
    headers,
  });
}

export function connectFailure(error: Error): UpstreamFailure {
  const cause = `${codeOf(error)}: ${error.message}`;
  if (error instanceof EgressBlocked) return egressFailure(error.message, 'dialling');
  if (codeOf(error) === 'UND_ERR_CONNECT_TIMEOUT') {
    const detail = 'Connecting to the API timed out.';
    return new UpstreamFailure('upstream-timeout', 'dialling', detail, { cause });
  }
  const detail = 'Could not connect to the API.';
  return new UpstreamFailure('upstream-failed', 'dialling', detail, { cause });
}

export function egressFailure(cause: string, phase: CallPhase): UpstreamFailure {
  const detail = 'The API has an address that the portal may not connect to.';
  return new UpstreamFailure('egress-blocked', phase, detail, { cause });
}

export function aborted(reason: AbortReason, phase: CallPhase): UpstreamFailure {
  if (reason === 'portal-stopped') return portalStopped(phase);
  const detail = 'The caller disconnected before the response was complete.';
  return new UpstreamFailure('client-gone', phase, detail);
}

export function busy(why: string): UpstreamFailure {
  return new UpstreamFailure(
    'upstream-busy',
    'before-dial',
    `The API is busy: ${why}. Try again in ${countOf(retryAfterSeconds, 'second')}.`,
    { headers: { 'retry-after': String(retryAfterSeconds) } },
  );
}
