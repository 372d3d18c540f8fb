export interface DiffLine {
  kind: 'same' | 'removed' | 'added';
  text: string;
}

/** Parts of a text that change, with a few lines around them, and how many lines are left out before each. */
export interface Hunk {
  skipped: number;
  lines: DiffLine[];
}

/** Who sees so many changes reads the text itself. It also bounds the time, which grows with its square. */
const mostChanges = 400;
const linesAround = 3;

/** The shortest way from one text to another, line by line; undefined if too much differs to be read. */
export function textDifference(before: string, after: string): Hunk[] | undefined {
  const [old, next] = [linesOf(before), linesOf(after)];
  const lines = differenceOf(old, next);
  return lines && hunksOf(lines);
}

function linesOf(text: string): string[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/**
 * Myers' greedy algorithm: for each number of changes, the furthest place that is reached on each diagonal. Going back
 * over these places gives the way.
 */
function differenceOf(old: string[], next: string[]): DiffLine[] | undefined {
  const furthest = new Map<number, number>([[1, 0]]);
  const places: Map<number, number>[] = [];
  for (let changes = 0; changes <= Math.min(old.length + next.length, mostChanges); changes += 1) {
    places.push(new Map(furthest));
    for (let diagonal = -changes; diagonal <= changes; diagonal += 2) {
      let x = startOn(furthest, diagonal, changes);
      let y = x - diagonal;
      while (x < old.length && y < next.length && old[x] === next[y]) [x, y] = [x + 1, y + 1];
      furthest.set(diagonal, x);
      if (x >= old.length && y >= next.length) return wayBack(old, next, places);
    }
  }
  return undefined;
}

/** Where a diagonal goes on after one more change: down from the one above, or right from the one below. */
function startOn(furthest: Map<number, number>, diagonal: number, changes: number): number {
  const [below, above] = [furthest.get(diagonal - 1) ?? -1, furthest.get(diagonal + 1) ?? -1];
  return diagonal === -changes || (diagonal !== changes && below < above) ? above : below + 1;
}

function wayBack(old: string[], next: string[], places: Map<number, number>[]): DiffLine[] {
  const lines: DiffLine[] = [];
  let [x, y] = [old.length, next.length];
  for (let changes = places.length - 1; changes >= 0; changes -= 1) {
    const furthest = places[changes] ?? new Map<number, number>();
    const start = startOn(furthest, x - y, changes);
    const isAdded = start === furthest.get(x - y + 1);
    const startY = start - (x - y);
    while (x > start && y > startY) {
      lines.push({ kind: 'same', text: old[x - 1] ?? '' });
      [x, y] = [x - 1, y - 1];
    }
    if (changes === 0) break;
    if (isAdded) lines.push({ kind: 'added', text: next[(y -= 1)] ?? '' });
    else lines.push({ kind: 'removed', text: old[(x -= 1)] ?? '' });
  }
  return lines.reverse();
}

function hunksOf(lines: DiffLine[]): Hunk[] {
  const isNear = lines.map(() => false);
  lines.forEach(({ kind }, index) => {
    if (kind !== 'same') isNear.fill(true, Math.max(0, index - linesAround), index + linesAround + 1);
  });
  const hunks: Hunk[] = [];
  let skipped = 0;
  lines.forEach((line, index) => {
    if (!isNear[index]) skipped += 1;
    else {
      if (!isNear[index - 1] || hunks.length === 0) hunks.push({ skipped, lines: [] });
      hunks.at(-1)?.lines.push(line);
      skipped = 0;
    }
  });
  return hunks;
}
