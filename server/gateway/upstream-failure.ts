import type { Outcome } from '../../lib/charges.ts';
import type { ProblemCode } from '../../lib/problems.ts';

const brand = Symbol.for('farebox.upstream-failure');

interface Particulars {
  /** For the answer to the caller, `retry-after` for instance. */
  headers?: Readonly<Record<string, string>>;
  /** The status of the upstream, where there was one. */
  status?: number;
  /** What the upstream says of a request that it rejects. */
  rejection?: Rejection;
  /** For the operator's log: names hosts and settings, never a secret. */
  cause?: string;
}

export interface Rejection {
  status: number;
  contentType: string;
  body: Buffer;
}

/**
 * A call that the upstream did not serve. The outcome follows the caller's status: 422 is upstream4xx, 504 is timeout,
 * 502 and 503 are upstream5xx, and partialStream once a part of the answer was handed on. `detail` names no upstream.
 * Known by its brand, as a Problem is, since the server and Next each load this module.
 */
export class UpstreamFailure extends Error {
  readonly [brand] = true;
  readonly headers: Readonly<Record<string, string>>;
  readonly status: number | undefined;
  readonly rejection: Rejection | undefined;
  readonly operatorDetail: string;

  static override [Symbol.hasInstance](value: unknown): value is UpstreamFailure {
    return typeof value === 'object' && value !== null && brand in value;
  }

  constructor(
    readonly code: ProblemCode,
    readonly outcome: Outcome,
    readonly detail: string,
    { headers = {}, status, rejection, cause = '' }: Particulars = {},
  ) {
    super(`${code}: ${detail}`);
    this.headers = headers;
    this.status = status;
    this.rejection = rejection;
    this.operatorDetail = cause;
  }
}
