import type { CallPhase } from '../../lib/call/call-ending.ts';
import type { ProblemCode } from '../../lib/problem/problems.ts';

const brand = Symbol.for('farebox.upstream-failure');

interface Particulars {
  /** For the answer to the caller, `retry-after` for instance. */
  headers?: Readonly<Record<string, string>>;
  /** The status of the upstream, where there was one. */
  status?: number;
  /** What the upstream answered, as far as a caller may see it. */
  answer?: UpstreamAnswer;
  /** For the operator's log: names hosts and settings, never a secret. */
  cause?: string;
}

export interface UpstreamAnswer {
  status: number;
  contentType: string;
  /** Null where it is not shown: it broke off, is too long or too slow, or says where a redirect leads. */
  body: Buffer | null;
}

/**
 * A call that the upstream did not serve: what failed, and in which phase. `detail` names no upstream. Known by its
 * brand, as a Problem is, since the server and Next each load this module.
 */
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
