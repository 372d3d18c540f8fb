import type { IncomingMessage, ServerResponse } from 'node:http';
import { markdownAddress } from '../../lib/markdown/markdown-address.ts';
import { prefersMarkdown } from './accepts.ts';
import { EarlyResponse } from './early-response.ts';
import type { ApiRoute } from './api-routes.ts';
import { findDocument } from './document-routes.ts';

/**
 * The document that a request gets; undefined if it gets a page. A client that prefers Markdown to HTML gets the twin of
 * a page at its own address, as if it had asked for that.
 */
export function findDocumentFor(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  pathname: string,
): ApiRoute | undefined {
  const twin = markdownAddress(pathname);
  if (twin === undefined) return findDocument(pathname);
  if (!isRead(incoming) || !prefersMarkdown(incoming.headers.accept)) {
    if (outgoing instanceof EarlyResponse) outgoing.variesByAccept = true;
    return undefined;
  }
  incoming.url = twin + (incoming.url ?? '').slice(pathname.length);
  return findDocument(twin);
}

function isRead({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD';
}
