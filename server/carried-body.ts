import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Problem } from '../lib/problems.ts';
import { portal } from './portal.ts';

/** Names the bytes of a request inside the process. From outside it is taken off every request, so nobody can forge it. */
export const ticketHeader = 'farebox-body-ticket';

/** Of all bodies at once: past it a caller is told to come again, before memory runs out for those who are here. */
const mostHeldBytes = 256 * 1024 * 1024;

const boot = randomBytes(16).toString('hex');
let tickets = 0;
let heldBytes = 0;
const held = new WeakMap<IncomingMessage, number>();

/**
 * Next's route handlers never see the body of a GET, so the server reads every body to an API path itself and
 * leaves it here; the request carries a ticket for it. The limit holds while reading, not after.
 */
export async function carryBody(incoming: IncomingMessage, limitBytes: number): Promise<void> {
  delete incoming.headers[ticketHeader];
  if (incoming.headers['content-length'] === undefined && incoming.headers['transfer-encoding'] === undefined)
    return;
  const bytes = await readBytes(incoming, limitBytes);
  const ticket = `${boot}.${++tickets}`;
  incoming.headers[ticketHeader] = ticket;
  portal().bodies.set(ticket, bytes);
}

/** The bytes of the request, once; none where it had none. */
export function takeBody(request: Request): Buffer | undefined {
  const ticket = request.headers.get(ticketHeader);
  if (ticket === null) return undefined;
  const { bodies } = portal();
  const bytes = bodies.get(ticket);
  bodies.delete(ticket);
  return bytes;
}

/** For a request that is over, however it ended. */
export function dropBody(incoming: IncomingMessage): void {
  heldBytes -= held.get(incoming) ?? 0;
  held.delete(incoming);
  const ticket = incoming.headers[ticketHeader];
  if (typeof ticket === 'string') portal().bodies.delete(ticket);
}

function tooMuchAtOnce(): Problem {
  return new Problem('unavailable', 'Too many large bodies are arriving at once.', [], {
    'retry-after': '1',
  });
}

function readBytes(incoming: IncomingMessage, limitBytes: number): Promise<Buffer> {
  const tooLarge = () =>
    new Problem('body-too-large', `The body may have ${limitBytes} bytes, and has more.`);
  if (Number(incoming.headers['content-length'] ?? 0) > limitBytes) return Promise.reject(tooLarge());
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const take = (chunk: Buffer) => {
      chunks.push(chunk);
      length += chunk.length;
      heldBytes += chunk.length;
      held.set(incoming, length);
      if (length <= limitBytes && heldBytes <= mostHeldBytes) return;
      incoming.off('data', take).pause();
      reject(length > limitBytes ? tooLarge() : tooMuchAtOnce());
    };
    incoming.on('data', take);
    incoming.on('end', () => resolve(Buffer.concat(chunks, length)));
    incoming.on('error', reject);
    incoming.on('aborted', () =>
      reject(new Problem('bad-request', 'The connection ended before the body did.')),
    );
  });
}
