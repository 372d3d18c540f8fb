/** Of a planned version, as the table has them: by their number. */
export const planStates = ['waiting', 'announced', 'in-force', 'withdrawn', 'replaced'] as const;

export type PlanState = (typeof planStates)[number];

/** The numbers in the table. */
export const planNumbers = { waiting: 0, announced: 1, inForce: 2, withdrawn: 3, replaced: 4 } as const;

/** What is announced is in force from its moment on, even before a portal has written that down. */
export function planStateAt(state: number, effectiveMs: number, nowMs: number): PlanState {
  const name = planStates[state];
  if (name === undefined) throw new Error(`A planned version is in state ${state}, which does not exist.`);
  return name === 'announced' && effectiveMs <= nowMs ? 'in-force' : name;
}

/** The versions of a product: the one that it has, and the one that is announced. */
export interface ProductVersions {
  versionKey: number;
  /** Null if nothing is announced, as is its moment. */
  nextVersionKey: number | null;
  nextAt: number | null;
}

/** The version by which calls are priced at a moment. */
export function versionInForce(
  { versionKey, nextVersionKey, nextAt }: ProductVersions,
  nowMs: number,
): number {
  return nextVersionKey !== null && nextAt !== null && nextAt <= nowMs ? nextVersionKey : versionKey;
}
