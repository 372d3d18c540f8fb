import { wholeBetween } from '../crash/random.ts';

/** What happens to the portals of a database, and to the database. */
export type ChaosKind = 'kill' | 'pause' | 'pause-and-kill' | 'stop-database' | 'cut-connections';

export interface ChaosEvent {
  kind: ChaosKind;
  /** After the one before began. */
  afterMs: number;
  /** Which portal, if it is one's. */
  portal: number;
  /** Until a killed portal or the database is started again. */
  downMs: number;
}

export const chaosKinds: readonly ChaosKind[] = [
  'kill',
  'pause',
  'pause-and-kill',
  'stop-database',
  'cut-connections',
];

/** Longer than a portal may be silent: the others resolve its calls. */
export const pauseMs = 20_000;
/** Time for a portal that was paused to do as if nothing had been. */
export const resumedMs = 700;

/** Events without an end: of any five in turn, each is of another kind. */
export function* chaosEvents(random: () => number, portals: number): Generator<ChaosEvent, never> {
  for (;;)
    for (const kind of shuffled(chaosKinds, random))
      yield {
        kind,
        afterMs: wholeBetween(random, 500, 4_000),
        portal: wholeBetween(random, 0, portals - 1),
        downMs: wholeBetween(random, 0, 3_000),
      };
}

function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, place: random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item);
}
