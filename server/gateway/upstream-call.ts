import type { BoundRequest } from '../../lib/bind/bind.ts';
import type { EffectiveLimits } from '../../lib/operation/limits.ts';
import type { AbortNotice } from './call-abort.ts';
import type { Secret } from './secrets.ts';

export interface UpstreamCall {
  request: BoundRequest;
  /** `x-farebox.secrets` of the operation. */
  secrets: readonly Secret[];
  limits: EffectiveLimits;
  callId: string;
  /** Whose turn it is, where an upstream is busy: a purse, for instance. */
  caller: string;
  /** The media types that the template promises; any, where absent. */
  accept?: string;
  /** The body is read as JSON, whatever type it has: a credential in it is then looked for as in a text. */
  isRead?: boolean;
  /** Says when the upstream need not finish: the caller went away, or the portal stops. */
  signal?: AbortNotice;
  /** Hears when the call has had its turn and is sent, and when the head of the answer comes. */
  clock?: { dialled(): void; answered(status: number): void };
}

/** An answer of 2xx; any other is an UpstreamFailure. */
export interface UpstreamReply {
  readonly status: number;
  /** The headers that a caller may see, in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly contentType: string;
  /** In bytes, where the upstream says it. */
  readonly contentLength: number | null;
  /** The whole body, where it is at most so long; null where it is longer: `body` then begins with what was read. */
  buffer(mostBytes: number): Promise<Buffer | null>;
  /**
   * Reads on until all has come, which is true, or until there is no room for more. All that is in memory counts, with
   * what `buffer` has read before, until `body` has handed it over. `buffer` and `body` begin with what was read.
   */
  readAhead(room: Room): Promise<boolean>;
  /** Decoded, within the limits; whoever stops reading early ends the upstream's work. To be read once. */
  readonly body: AsyncIterable<Buffer>;
  /** Ends it, where neither buffer nor body is read to its end. */
  abandon(): void;
}

/** Memory for a reply that is read ahead of its reader. */
export interface Room {
  /** Counts bytes; false where there is no room for more. */
  take(bytes: number): boolean;
  /** The reader has taken bytes; also such that were never counted. */
  giveBack(bytes: number): void;
}
