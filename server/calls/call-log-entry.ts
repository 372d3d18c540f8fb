import type { CallOutcome } from '../../lib/call/charges.ts';
import type { RequestNames } from '../log.ts';

/** The log entry of a call, for the operator: neither its content nor an address. */
export interface CallLogEntry extends RequestNames {
  callId: string;
  /** The slug, if the product was found. */
  product: string | null;
  /** The id of the API key, `guest`, or `unknown` if the caller was refused. */
  caller: string;
  /**
   * `replayed`: the stored answer was sent again. `not-made`: refused before anything was held. `not-settled`: made, but
   * its end could not be written; the hold is released.
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
