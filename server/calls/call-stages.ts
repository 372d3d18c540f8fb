import type { PreparedInput } from '../inputs/prepare-input.ts';
import type { Caller } from '../callers/caller.ts';
import type { CompiledVersion } from '../products/compiled-version.ts';
import type { ProductRecord } from '../store/catalogue.ts';
import type { IdempotencyKey } from '../store/ledger.ts';
import type { CallRequest } from './call-request.ts';

// A call passes these stages in this order. Each keeps the one before.

/** Its caller is known, and nothing else is. */
export interface IdentifiedCall {
  callId: string;
  startedMs: number;
  caller: Caller;
  request: CallRequest;
}

/** Its product is known, and how long its input may be. */
export interface FoundCall {
  identified: IdentifiedCall;
  product: ProductRecord;
  version: CompiledVersion;
  key: IdempotencyKey | null;
  mostBytes: number;
}

/** Its input is valid, and its price is allowed. */
export interface PricedCall {
  found: FoundCall;
  prepared: PreparedInput;
  /** The credits that are held, and the most that are charged: the price, or less if a quote promised less. */
  quoted: number;
  promised: number | undefined;
}

/** Its credits are held: it must be settled, once. */
export interface HeldCall {
  priced: PricedCall;
  callKey: number;
}
