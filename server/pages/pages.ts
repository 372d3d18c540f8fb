import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** What renders the pages: Next, in this process or in one of its own. */
export interface Pages {
  /** Resolves when pages can be rendered for the first time. */
  readonly ready: Promise<void>;
  /** Answers an admitted request for a page, or for a file that pages load. */
  handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void>;
  /** Rejects while no page can be rendered. */
  check(): Promise<void>;
  /** What a page that is developed reloads by. */
  upgrade?(incoming: IncomingMessage, socket: Duplex, head: Buffer): void;
  close(): Promise<void>;
}
