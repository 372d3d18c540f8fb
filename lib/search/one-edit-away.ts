const latin = 'abcdefghijklmnopqrstuvwxyz0123456789';
const shortestCorrected = 5;
/** Each letter adds about seventy words to look up. */
const longestCorrected = 20;

/** Whether a word is long enough to be recognisable with one wrong letter, and short enough to look up. */
export function isCorrectable(word: string): boolean {
  return word.length >= shortestCorrected && word.length <= longestCorrected && !/^\d+$/.test(word);
}

/** Whether a word is long enough to be a correction. */
export function isCorrection(word: string): boolean {
  return word.length >= shortestCorrected - 1 && word.length <= longestCorrected + 1;
}

export interface NearbyWords {
  /** With one letter removed. */
  shorter: string[];
  /** With one letter added or replaced, or two neighbours swapped. */
  others: string[];
}

export function oneEditAway(word: string): NearbyWords {
  const letters = [...word];
  const alphabet = [...new Set([...latin, ...letters])];
  const shorter = new Set<string>();
  const others = new Set<string>();
  for (let place = 0; place <= letters.length; place += 1) {
    const before = letters.slice(0, place).join('');
    const [first = '', second = '', ...rest] = letters.slice(place);
    const after = [second, ...rest].join('');
    for (const letter of alphabet) others.add(before + letter + first + after);
    if (first === '') continue;
    shorter.add(before + after);
    for (const letter of alphabet) others.add(before + letter + after);
    if (second !== '') others.add(before + second + first + rest.join(''));
  }
  others.delete(word);
  return { shorter: [...shorter], others: [...others] };
}

export function isOneEditAway(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1 || one === other) return false;
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  const [restOfOne, restOfOther] = [one.slice(start), other.slice(start)];
  if (restOfOne.length !== restOfOther.length) {
    const [short, long] =
      restOfOne.length < restOfOther.length ? [restOfOne, restOfOther] : [restOfOther, restOfOne];
    return long.slice(1) === short;
  }
  if (restOfOne.slice(1) === restOfOther.slice(1)) return true;
  const exchanged = `${restOfOne[1] ?? ''}${restOfOne[0] ?? ''}${restOfOne.slice(2)}`;
  return exchanged === restOfOther;
}
