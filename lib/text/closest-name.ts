/** The most likely intended name; undefined if none is close enough. */
export function closestName(written: string, known: Iterable<string>): string | undefined {
  const worstDistance = Math.max(1, Math.floor(written.length / 3));
  let closest: { name: string; distance: number } | undefined;
  for (const name of known) {
    if (Math.abs(name.length - written.length) > worstDistance) continue;
    const distance = editDistance(written.toLowerCase(), name.toLowerCase());
    if (distance <= worstDistance && distance < (closest?.distance ?? Number.POSITIVE_INFINITY)) {
      closest = { name, distance };
    }
  }
  return closest?.name;
}

/** ` Did you mean "…"?` for the end of a sentence; empty without a suggestion. */
export function didYouMean(written: string, known: Iterable<string>): string {
  const name = closestName(written, known);
  return name === undefined ? '' : ` Did you mean "${name}"?`;
}

/** Optimal string alignment: insertions, deletions, replacements, and swapped neighbours. */
function editDistance(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const at = (line: number[], index: number) => line[index] ?? 0;
      const exchange = at(last, column - 1) + (from[row - 1] === to[column - 1] ? 0 : 1);
      let least = Math.min(at(last, column) + 1, at(current, column - 1) + 1, exchange);
      const swapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      if (row > 1 && column > 1 && swapped) least = Math.min(least, at(beforeLast, column - 2) + 1);
      current.push(least);
    }
    beforeLast = last;
    last = current;
  }
  return last[to.length] ?? 0;
}
