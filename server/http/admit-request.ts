import type { IncomingMessage } from 'node:http';
import { Problem } from '../../lib/problem/problem.ts';
import type { ClientConnection } from './client-connection.ts';
import { refuseKeyInUrl } from './refuse-key-in-url.ts';
import type { RouteHandler } from './endpoint.ts';
import type { Context } from '../portal/context.ts';

/** Calls have a budget of their own, for each caller, and every answer of theirs names the call. */
export const callFolder = '/api/product/developer/call/';

/** A supervisor is told how the portal is, whatever others of its network have asked. */
const probes = new Set(['/api/health', '/api/ready']);

/**
 * Runs before anything is looked up and before a body is read: checks the method, then the budget of reads. A wrong method
 * counts as a read, and is told in any case. A call is counted with its caller (rate-limits, takeCall).
 */
export async function admitApiRequest(
  context: Context,
  incoming: IncomingMessage,
  { network }: ClientConnection,
  handler: RouteHandler,
): Promise<void> {
  if (handler.refuses === 405) return countRead(context, network);
  const isCall = !handler.refuses && incoming.method === 'POST' && incoming.url?.startsWith(callFolder);
  if (isCall) return;
  refuseKeyInUrl(incoming.url ?? '');
  if (probes.has(incoming.url?.replace(/\?.*/s, '') ?? '')) return;
  await context.rateLimits.takeRead(network);
}

async function countRead(context: Context, network: string): Promise<void> {
  try {
    await context.rateLimits.takeRead(network);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
}

export async function admitPage(
  context: Context,
  incoming: IncomingMessage,
  { network }: ClientConnection,
): Promise<void> {
  if (isRead(incoming)) await context.rateLimits.takePage(network);
  else await countRead(context, network);
}

/** A page is looked at, and nothing else. */
export function requireRead(incoming: IncomingMessage): void {
  if (!isRead(incoming))
    throw new Problem('method-not-allowed', 'Pages support GET, HEAD.', [], { allow: 'GET, HEAD' });
}

function isRead({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD';
}
