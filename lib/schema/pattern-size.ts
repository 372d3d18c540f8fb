const tokenPattern = /\\[pP]\{[^}]*\}|\\.|\[(?:\\.|[^\]\\])*\]|\{(\d+)(?:(,)(\d*))?\}|./gsu;

/** A Unicode property has hundreds of ranges, which each repetition copies. */
const sizeOfProperty = 5;

/** The approximate number of instructions. Up to 500 repetitions are compiled as copies. */
export function patternSize(pattern: string): number {
  const groups: number[] = [];
  let size = 0;
  let last = 0;
  for (const [token, least, comma, most] of pattern.matchAll(tokenPattern)) {
    if (token === '(') {
      groups.push(size);
      size = 0;
    } else if (token === ')') {
      last = size + 1;
      size = (groups.pop() ?? 0) + last;
    } else if (least === undefined) {
      last = /\\p/i.test(token) ? sizeOfProperty : 1;
      size += last;
    } else {
      const copies = comma === undefined ? Number(least) : Number(most || Number(least) + 1);
      size += last * Math.max(0, copies - 1);
      last *= Math.max(1, copies);
    }
  }
  return groups.reduce((sum, outer) => sum + outer, size);
}
