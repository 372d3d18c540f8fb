export interface ReplyEvent {
  event: string;
  data: string;
  id?: string;
}

/** The reply of a call, whole or as much of it as has come. */
export interface Reply {
  status: number;
  headers: [string, string][];
  contentType: string;
  /** What came, byte by byte: null until the reply has ended. Of an event stream, too. */
  body: Blob | null;
  /** The events of a `text/event-stream`, as they arrive; null for any other reply. */
  events: ReplyEvent[] | null;
  complete: boolean;
  /** Why a reply that is not complete has ended; absent while it arrives. */
  ending?: ReplyEnding;
  receivedBytes?: number;
  /** There came more events than are shown. The body has all of them. */
  eventsLeftOut?: boolean;
}

/** The connection broke, the reader stopped it, or it is larger than a page keeps. */
export type ReplyEnding = 'broken' | 'stopped' | 'too-large';
