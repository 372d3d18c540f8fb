interface BeforeAndAfter {
  before: number;
  after: number;
}

/** How many accounts change by how much, in steps of so many per cent. */
export interface Spread {
  /** The width of a step. */
  percent: number;
  /**
   * From the cheapest to the dearest: in the middle those that stay the same, beside them those that change by at most one
   * step, and at both ends all that change by more than four.
   */
  accounts: number[];
}

const spreadSteps = 5;
const widths = [1, 2, 5, 10, 20, 25, 50, 100, 200];
/** Most accounts are told apart: at most so many of a hundred are at the ends. */
const mostAtEnds = 10;

export function spreadOf(totals: readonly BeforeAndAfter[]): Spread {
  const changes = totals.map(changeInPercent);
  const fits = (percent: number) =>
    changes.filter((change) => Math.abs(change) > (spreadSteps - 1) * percent).length * 100 <=
    changes.length * mostAtEnds;
  const percent = widths.find(fits) ?? Math.max(...widths);
  const accounts = Array.from({ length: 2 * spreadSteps + 1 }, () => 0);
  for (const change of changes) {
    const steps = Math.min(spreadSteps, Math.ceil(Math.abs(change) / percent));
    const at = spreadSteps + Math.sign(change) * steps;
    accounts[at] = (accounts[at] ?? 0) + 1;
  }
  return { percent, accounts };
}

/** Of an account that paid nothing and would pay something, more than any. */
function changeInPercent({ before, after }: BeforeAndAfter): number {
  const change = after - before;
  return change === 0 ? 0 : (change * 100) / before;
}
