const latin = 'abcdefghijklmnopqrstuvwxyz0123456789';
const shortestCorrected = 5;
/** Each letter adds some seventy words to look up. */
const longestCorrected = 20;

/** Whether a word is long enough for one wrong letter to leave it recognisable, and short enough to look up. */
export function isCorrectable(word: string): boolean {
  return word.length >= shortestCorrected && word.length <= longestCorrected && !/^\d+$/.test(word);
}

/** Whether a word may be what one that is long enough was meant to be. */
export function isCorrection(word: string): boolean {
  return word.length >= shortestCorrected - 1 && word.length <= longestCorrected + 1;
}

export interface NearbyWords {
  /** One letter less. */
  shorter: string[];
  /** One letter more or another one, or two neighbours exchanged. */
  others: string[];
}

/** Every word that a single slip of the fingers would have turned into this one. */
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

/** Whether one edit turns the one word into the other. */
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
