import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** Renders the pages: Next, in this process or in its own. */
export interface Pages {
  /** Resolves when pages can be rendered. */
  readonly ready: Promise<void>;
  /** Responds to an admitted request for a page or its files. */
  handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void>;
  /** Rejects if pages cannot be rendered. */
  check(): Promise<void>;
  /** Reloads pages in development. */
  upgrade?(incoming: IncomingMessage, socket: Duplex, head: Buffer): void;
  close(): Promise<void>;
}
