/** Where a number stands among ascending ones, of which there may be millions; -1 where it is not among them. */
export function placeInOrder(ascending: readonly number[], wanted: number): number {
  let from = 0;
  let to = ascending.length - 1;
  while (from <= to) {
    const middle = (from + to) >> 1;
    const found = ascending[middle] ?? 0;
    if (found === wanted) return middle;
    if (found < wanted) from = middle + 1;
    else to = middle - 1;
  }
  return -1;
}
