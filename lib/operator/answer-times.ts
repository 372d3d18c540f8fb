// How long APIs take to answer is counted in steps, from which a median and a 95 % are read. Steps are stored: new ones
// may be added at the end alone.

/** The longest time of each step, in milliseconds. The last step is all above. */
export const answerSteps = [
  5, 10, 15, 20, 30, 40, 50, 75, 100, 125, 150, 200, 250, 300, 400, 500, 650, 800, 1_000, 1_250, 1_600, 2_000,
  2_500, 3_200, 4_000, 5_000, 6_500, 8_000, 10_000, 13_000, 16_000, 20_000, 30_000, 45_000, 60_000, 120_000,
  300_000,
] as const;

/** Calls by the number of their step. */
export type AnswerCounts = ReadonlyMap<number, number>;

/** The time within which a share of the answers came, to the nearest of a step; null without answers. */
export function answerTime(counts: AnswerCounts, share: number): number | null {
  const steps = [...counts].toSorted(([one], [other]) => one - other);
  const total = steps.reduce((sum, [, calls]) => sum + calls, 0);
  if (total === 0) return null;
  const wanted = total * share;
  let before = 0;
  for (const [step, calls] of steps) {
    if (before + calls >= wanted) return within(step, (wanted - before) / calls);
    before += calls;
  }
  return null;
}

/** As if the answers of a step were spread evenly over it. */
function within(step: number, share: number): number {
  const from = answerSteps[step - 1] ?? 0;
  const to = answerSteps[step] ?? from;
  return Math.round(from + (to - from) * share);
}

/** The counts of several spans together. */
export function addedCounts(all: readonly AnswerCounts[]): AnswerCounts {
  const sum = new Map<number, number>();
  for (const counts of all) for (const [step, calls] of counts) sum.set(step, (sum.get(step) ?? 0) + calls);
  return sum;
}
