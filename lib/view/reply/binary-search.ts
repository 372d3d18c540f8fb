/** The index of a number in a sorted list, by binary search; -1 if it is not in it. */
export function binarySearch(ascending: readonly number[], wanted: number): number {
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
