import { createHmac } from 'node:crypto';
import type { PortalSecret } from '../portal/portal-secret.ts';
import type { Taken, TakenByAll } from '../store/store.ts';
import { everySecond } from './every-second.ts';
import type { RateLimits } from './rate-limits.ts';

interface Exchange {
  rateLimits: RateLimits;
  secret: Pick<PortalSecret, 'naming'>;
  /** Adds what this portal has counted, and resolves with what all portals have. */
  addTaken: (taken: readonly Taken[]) => Promise<TakenByAll[]>;
}

/** Each portal counts by itself, and learns once a second what the others have counted for the same callers. */
export function shareLimits({ rateLimits, secret, addTaken }: Exchange): { stop(): void } {
  // What is taken counts from now on.
  rateLimits.newlyTaken();
  const exchange = async () => {
    const learners = new Map<string, (points: number, msLeft: number) => void>();
    const taken = rateLimits.newlyTaken().map(({ name, points, learn }) => {
      // The database gets no addresses.
      const taker = createHmac('sha256', secret.naming).update(`limit of ${name}`).digest('base64url');
      learners.set(taker, learn);
      return { taker, points };
    });
    if (taken.length === 0) return;
    for (const { taker, points, msLeft } of await addTaken(taken)) learners.get(taker)?.(points, msLeft);
  };
  return everySecond(exchange, 'limits-not-shared');
}
