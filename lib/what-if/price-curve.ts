/** From this position to the next point, a call costs this much; undefined if it has no price. */
export interface CurvePoint {
  position: number;
  credits: number | undefined;
}

export interface PriceCurve {
  points: CurvePoint[];
  /** Whether every change of the price is at its exact position; otherwise they are closer than pixels. */
  exact: boolean;
}

/** Sampled first, to find a price that falls again. */
const firstLooks = 64;
/** Closer changes than this part of the axis are not separated. */
const manyChanges = 200;
const finestPart = 512;

interface Interval {
  from: number;
  to: number;
}

/** The steps of a price along the positions 0 to `last`; each change is found by binary search. */
export function priceCurve(
  last: number,
  creditsAt: (position: number) => number | undefined,
  evaluations: number,
): PriceCurve {
  const known = new Map<number, number | undefined>();
  const look = (position: number) => {
    if (!known.has(position)) known.set(position, creditsAt(position));
    return known.get(position);
  };
  const looks = Math.min(firstLooks, last);
  const positions = Array.from({ length: looks + 1 }, (_, index) => Math.round((last * index) / looks));
  let open = changes(positions, look);
  while (open.length > 0 && known.size + open.length <= evaluations) {
    const [first] = open;
    const fine = first !== undefined && first.to - first.from <= last / finestPart;
    if (open.length > manyChanges && fine) break;
    open = open.flatMap(({ from, to }) => changes([from, Math.floor((from + to) / 2), to], look));
  }
  return { points: stepsOf(known, last), exact: open.length === 0 };
}

/** Intervals whose ends differ in price and have positions between them. */
function changes(positions: number[], look: (position: number) => number | undefined): Interval[] {
  return positions.slice(1).flatMap((to, index) => {
    const from = positions[index] ?? to;
    return look(from) !== look(to) && to - from > 1 ? [{ from, to }] : [];
  });
}

function stepsOf(known: ReadonlyMap<number, number | undefined>, last: number): CurvePoint[] {
  const points: CurvePoint[] = [];
  for (const [position, credits] of [...known].sort(([one], [other]) => one - other)) {
    const before = points.at(-1);
    if (!before || before.credits !== credits || position === last) points.push({ position, credits });
  }
  return points;
}

/** A row of the table that says the same as the plot. */
export interface CurveRow {
  from: number;
  to: number;
  credits: number | undefined;
}

/** Every step if there are few, otherwise some positions. */
export function curveRows({ points, exact }: PriceCurve, last: number, most: number): CurveRow[] {
  const steps = points.filter(({ credits }, index) => index === 0 || credits !== points[index - 1]?.credits);
  if (exact && steps.length <= most)
    return steps.map(({ position, credits }, index) => ({
      from: position,
      to: (steps[index + 1]?.position ?? last + 1) - 1,
      credits,
    }));
  const places = Array.from({ length: most }, (_, index) => Math.round((last * index) / (most - 1)));
  return [...new Set(places)].map((position) => ({
    from: position,
    to: position,
    credits: points.findLast((known) => known.position <= position)?.credits,
  }));
}
