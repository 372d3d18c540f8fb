import type { RequestNames } from '../http/request-names.ts';
import type { PreparedCall } from './prepare-call.ts';

/** A call whose credits are held. It must be resolved, once, whatever becomes of it. */
export interface HeldCall extends PreparedCall {
  callId: string;
  callKey: number;
  /** Whose place in an upstream's queue it takes. */
  purse: string;
  /** By the clock that only runs forward. */
  began: number;
  caller: string;
  names: RequestNames;
  /** What every answer of the call carries. */
  headers: Record<string, string>;
  /** Whether its answer is kept for whoever sends the same key again. */
  keepsAnswer: boolean;
  accept: string | null;
}
