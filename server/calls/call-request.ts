import type { IdempotencyKey } from '../../lib/ledger/earlier-call.ts';
import { callStates, type CallState } from '../../lib/receipt/receipt.ts';
import type { Caller } from '../callers/caller.ts';
import type { UpstreamReply } from '../gateway/upstream-call.ts';
import type { AbortReason } from '../gateway/deadlines.ts';
import type { GivenInput } from '../inputs/read-json-object.ts';
import type { PreparedInput } from '../inputs/prepare-input.ts';
import type { CompiledVersion } from '../products/compiled-version.ts';
import type { RequestNames } from '../log.ts';
import type { ProductRecord } from '../store/catalogue/catalogue.ts';

/** A call as a door passes it on. */
export interface CallRequest {
  /** When the request came, by the monotonic clock. */
  began: number;
  /** Id or slug of the product. */
  product: string;
  idempotencyKey: string | null;
  /** A signed quote. */
  quote: string | null;
  /** As it was sent. */
  maxCredits: string | null;
  /** Whether it is refused if the template does not know all of its fields. */
  isStrict: boolean;
  /** Whether it only reads on in the answer to the earlier call with its key: then no call is made. */
  readsOn: boolean;
  names: RequestNames;
  client: CallClient;
}

/** The client of a call: sends the input, may leave early, and gets the answer in the form of its door. */
export interface CallClient {
  readonly network: string;
  /** The length of the input in bytes, if it is announced. */
  readonly announcedBytes: number | null;
  /** Whether it takes no streams: a reply, also one of events, is read to its end, settled and stored before it is answered. */
  readonly readsWhole: boolean;
  /** Reads the input, once. Its bytes count for the account, if there is one. */
  readInput(mostBytes: number, account: string | undefined): Promise<GivenInput>;
  /** Why the client is gone, if it is. */
  readonly gone: AbortReason | undefined;
  whenGone(listener: (reason: AbortReason) => void): void;
  /** Calls the listener once the answer is sent or the connection has ended. */
  whenOver(listener: () => void): void;
  /** The answer with the reply of the upstream. It is stored with the call for its idempotency key. */
  replyAnswer(reply: UpstreamReply, body: Buffer): Answer;
  problemAnswer(error: unknown): Answer;
  /** The head of an answer whose body is streamed. */
  streamHead(reply: UpstreamReply): Pick<Answer, 'status' | 'headers'>;
}

export interface Answer {
  status: number;
  headers: Record<string, string>;
  payload: string | Buffer;
}

interface StreamedAnswer {
  status: number;
  headers: Record<string, string>;
  /** Ending the iteration early ends the call. */
  chunks: AsyncGenerator<Uint8Array>;
  /** Until when the client must have read everything, by `performance.now()`. */
  endsAtMs: number;
}

export interface CallCost {
  callId: string;
  /** Undefined while it is not known. */
  charged?: number;
  /** What the call may still cost. */
  held?: number;
  /** The credits that are left. */
  balance?: number;
}

/** An answer, and what its call costs. */
export interface PaidAnswer {
  answer: Answer | StreamedAnswer;
  cost: CallCost;
}

export interface CallResult extends PaidAnswer {
  /** The fields of the rate limit, if the call was counted. */
  rateFields: Record<string, string>;
  /** Whether the answer is that of an earlier call with the same idempotency key. */
  isReplayed: boolean;
}

// A call passes these stages in this order. Each adds to the one before.

/** Its caller is known, and nothing else is. */
/** A call as it begins. Each stage adds to it: a copy for each, with what was added, takes twenty times as long. */
export interface IdentifiedCall {
  callId: string;
  startedMs: number;
  caller: Caller;
  request: CallRequest;
}

/** Its product is known, and how long its input may be. */
export interface FoundCall extends IdentifiedCall {
  product: ProductRecord;
  version: CompiledVersion;
  key: IdempotencyKey | null;
  mostBytes: number;
}

/** Its input is valid, and its price is allowed. */
export interface PricedCall extends FoundCall {
  prepared: PreparedInput;
  /** The credits that are held, and the most that are charged: the price, or less if a quote promised less. */
  quoted: number;
  promised: number | undefined;
}

/** Its credits are held: it must be settled, once. */
export interface HeldCall extends PricedCall {
  callKey: number;
}

/** The name of a state that is stored as a number. */
export function stateName(state: number): CallState {
  const name = callStates[state];
  if (name === undefined) throw new Error(`A call is in state ${state}, which does not exist.`);
  return name;
}
