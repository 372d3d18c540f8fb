import type { CallOutcome } from '../../lib/call/charges.ts';
import { log } from '../log.ts';
import type { Context } from '../portal/context.ts';
import type { RequestNames } from '../http/request-names.ts';

/** How a call went, for the operator: nothing of what was said in it, and no address. */
export interface CallReport extends RequestNames {
  callId: string;
  /** The slug, where it was found. */
  product: string | null;
  /** An account's id and its key's, or that it was a guest. */
  caller: string;
  /**
   * `replayed`: the answer of before was sent again. `not-made`: refused before anything was held. `not-settled`: made,
   * but its end could not be written down; what was held is given back.
   */
  outcome: CallOutcome | 'replayed' | 'not-made' | 'not-settled';
  problem: string | null;
  status: number;
  quoted: number | null;
  charged: number;
  aboveQuote: boolean;
  upstreamStatus: number | null;
  upstreamMs: number | null;
  totalMs: number;
}

/** One line in the log for each call, and its share of the metrics. */
export function reportCall({ metrics }: Context, report: CallReport): void {
  metrics.countCall(report);
  log('info', 'call', report);
}
