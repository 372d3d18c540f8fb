import type { Gateway } from '../gateway/gateway.ts';
import type { PlacesTaken } from '../store/store.ts';
import { everySecond } from './every-second.ts';

/** Portals tell each other once a second how many calls they have under way to each upstream. */
export function shareUpstreams(
  gateway: Pick<Gateway, 'placesTaken' | 'othersHave'>,
  sharePlaces: (taken: readonly PlacesTaken[]) => Promise<PlacesTaken[]>,
): { stop(): void } {
  return everySecond(async () => {
    const taken = gateway.placesTaken();
    if (taken.length === 0) return;
    for (const { upstream, calls } of await sharePlaces(taken)) gateway.othersHave(upstream, calls);
  }, 'places-not-shared');
}
