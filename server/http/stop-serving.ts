import { once } from 'node:events';
import type { Server } from 'node:http';
import type { CallsUnderWay } from '../calls/calls-under-way.ts';
import type { UnreadResponses } from './unread-responses.ts';

/** Calls under way may finish within this time; later ones are ended and cost nothing. */
const stopLimitMs = 25_000;
/** For calls that were ended to be settled, and for their last words to reach their clients. */
const lastWordsMs = 2_000;
/** While the portal stops, connections without a request end so soon. */
const sweepMs = 50;

/** Takes no more requests, and resolves once all connections and calls have ended. */
export async function stopServing(
  server: Server,
  unread: UnreadResponses,
  callsUnderWay: CallsUnderWay,
): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  unread.hurry();
  // Not only now: a connection whose answer is still on its way is kept by its client afterwards.
  const sweep = setInterval(() => server.closeIdleConnections(), sweepMs);
  const late = setTimeout(() => callsUnderWay.stop(), stopLimitMs);
  const last = setTimeout(() => server.closeAllConnections(), stopLimitMs + lastWordsMs);
  await closed;
  // Calls that go on though their caller has gone are not seen by the server.
  await callsUnderWay.untilIdle();
  clearTimeout(late);
  clearTimeout(last);
  clearInterval(sweep);
}
