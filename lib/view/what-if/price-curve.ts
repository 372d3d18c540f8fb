/** From this position on, until the next point, a call costs so much; undefined where it has no price. */
export interface CurvePoint {
  position: number;
  credits: number | undefined;
}

export interface PriceCurve {
  points: CurvePoint[];
  /** Every change of the price stands where it is; otherwise they are nearer to each other than a screen can show. */
  exact: boolean;
}

/** Looked at first, so that a price that falls again is seen, too. */
const FIRST_LOOKS = 64;
/** Changes that are more, and nearer to each other than this part of the whole, are not told apart. */
const MANY_CHANGES = 200;
const FINEST_PART = 512;

interface Interval {
  from: number;
  to: number;
}

/** The steps of a price along the positions 0 to `last`, each change looked for by halves. */
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
  const looks = Math.min(FIRST_LOOKS, last);
  const positions = Array.from({ length: looks + 1 }, (_, index) => Math.round((last * index) / looks));
  let open = changes(positions, look);
  while (open.length > 0 && known.size + open.length <= evaluations) {
    const [first] = open;
    const fine = first !== undefined && first.to - first.from <= last / FINEST_PART;
    if (open.length > MANY_CHANGES && fine) break;
    open = open.flatMap(({ from, to }) => changes([from, Math.floor((from + to) / 2), to], look));
  }
  return { points: stepsOf(known, last), exact: open.length === 0 };
}

/** The intervals between neighbours whose price differs, but for those that have no position between them. */
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

/** Every step where there are few, and otherwise some places along the way. */
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
