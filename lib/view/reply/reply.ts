import type { ReplyEvent } from '../../reply/event-reader.ts';

/** The reply of a call, possibly incomplete. */
export interface Reply {
  status: number;
  headers: [string, string][];
  contentType: string;
  /** The raw bytes, of an event stream, too; null until the reply has ended. */
  body: Blob | null;
  /** The events of a `text/event-stream`; null for any other reply. */
  events: ReplyEvent[] | null;
  complete: boolean;
  /** Why an incomplete reply ended; absent while it arrives. */
  ending?: ReplyEnding;
  receivedBytes?: number;
  /** More events came than are listed. The body has all of them. */
  eventsLeftOut?: boolean;
}

/** The connection broke, the reader stopped it, or it is too large. */
export type ReplyEnding = 'broken' | 'stopped' | 'too-large';
