import type { CallPhase } from '../../lib/call/call-ending.ts';
import type { ProblemCode } from '../../lib/problem/problems.ts';
import { countOf } from '../../lib/text/numbers.ts';
import { type AbortReason, mostUnpaidMs } from './deadlines.ts';
import { codeOf, EgressBlocked } from './connector.ts';

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

const brand = Symbol.for('farebox.upstream-failure');

interface Particulars {
  /** For the response to the caller, such as `retry-after`. */
  headers?: Readonly<Record<string, string>>;
  status?: number;
  /** The upstream's response as far as the caller may see it. */
  answer?: UpstreamAnswer;
  /** For the log: may name hosts and settings, never secrets. */
  cause?: string;
}

export interface UpstreamAnswer {
  status: number;
  contentType: string;
  /** Null if it is not shown: it is incomplete, too long or too slow, or the target of a redirect. */
  body: Buffer | null;
}

/** `detail` does not name the upstream. Has a brand like Problem, because Next loads this module separately. */
export class UpstreamFailure extends Error {
  readonly [brand] = true;
  readonly headers: Readonly<Record<string, string>>;
  readonly status: number | undefined;
  readonly answer: UpstreamAnswer | undefined;
  readonly operatorDetail: string;

  static override [Symbol.hasInstance](value: unknown): value is UpstreamFailure {
    return typeof value === 'object' && value !== null && brand in value;
  }

  constructor(
    readonly code: ProblemCode,
    readonly phase: CallPhase,
    readonly detail: string,
    { headers = {}, status, answer, cause = '' }: Particulars = {},
  ) {
    super(`${code}: ${detail}`);
    this.headers = headers;
    this.status = status;
    this.answer = answer;
    this.operatorDetail = cause;
  }
}
