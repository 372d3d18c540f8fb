import type { CallPhase } from '../../lib/call/call-ending.ts';
import type { ProblemCode } from '../../lib/problem/problems.ts';

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
