/** How far a typed word may be from the one that was meant. */
function furthest(length: number): number {
  if (length < 3) return 0;
  return length < 7 ? 1 : 2;
}

export const shortestMended = 3;
/** Longer words are seldom typed, and cost much to compare. */
export const longestMended = 24;

export interface Mended {
  word: string;
  /** 1 or 2. */
  distance: number;
  /** Whether the typed text is near a beginning of the word only. */
  isBeginning: boolean;
}

/** The nearest of the words, all at one distance. */
export function mendWord(typed: string, words: Iterable<string>, isPrefix: boolean): Mended[] {
  if (typed.length < shortestMended || typed.length > longestMended || /^\d+$/.test(typed)) return [];
  const most = furthest(typed.length);
  const sound = soundOf(typed);
  let nearest: Mended[] = [];
  let least = most + 1;
  for (const word of words) {
    const mended = compare(typed, word, sound, Math.min(least, most), isPrefix);
    if (mended === undefined || mended.distance > least) continue;
    if (mended.distance < least) nearest = [];
    least = mended.distance;
    nearest.push(mended);
  }
  return nearest;
}

const mostLike = 6;

/** The words that are most like a typed one, if less than half of it is different. */
export function likeliest(typed: string, words: readonly string[]): string[] {
  if (typed.length < shortestMended || typed.length > longestMended) return [];
  const most = Math.floor((typed.length - 1) / 2);
  return words
    .map((word) => ({ word, distance: distanceOf(typed, word, most) }))
    .filter(({ distance }) => distance <= most)
    .toSorted((one, other) => one.distance - other.distance || (one.word < other.word ? -1 : 1))
    .slice(0, mostLike)
    .map(({ word }) => word);
}

function compare(
  typed: string,
  word: string,
  sound: string,
  most: number,
  isPrefix: boolean,
): Mended | undefined {
  if (word === typed) return undefined;
  const difference = word.length - typed.length;
  if (Math.abs(difference) <= most && word.length >= shortestMended) {
    const distance = isShortMistake(typed, word) ? distanceOf(typed, word, most) : most + 1;
    if (distance <= most) return { word, distance, isBeginning: false };
  }
  if (Math.abs(difference) <= 3 && typed.length > 3 && soundOf(word) === sound)
    return { word, distance: 1, isBeginning: false };
  if (!isPrefix || difference < 1 || typed.length < 5) return undefined;
  for (const length of [typed.length, typed.length + 1, typed.length - 1])
    if (distanceOf(typed, word.slice(0, length), 1) <= 1) return { word, distance: 2, isBeginning: true };
  return undefined;
}

/** In a short word, letters are swapped, missing or doubled; another letter makes another word. */
function isShortMistake(typed: string, word: string): boolean {
  if (typed.length > 4) return true;
  if (typed[0] !== word[0]) return false;
  return (
    typed.length !== word.length ||
    [...typed].sort().join('') === [...word].sort().join('') ||
    typed.length > 3
  );
}

/** What is left of a word by its sound. */
function soundOf(word: string): string {
  return word
    .replaceAll('ph', 'f')
    .replace(/c?k|qu?|c(?![eiyh])/g, 'k')
    .replace(/[cz]/g, 's')
    .replace(/gh(?=t|$)|e$/g, '')
    .replace(/[aeiouy]+/g, 'a')
    .replace(/(.)\1+/g, '$1');
}

/** Edits of one letter, and swaps of two neighbours; more than `most` counts as one more. */
export function distanceOf(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    let least = i;
    for (let j = 1; j <= other.length; j += 1) {
      const cost = one[i - 1] === other[j - 1] ? 0 : 1;
      let best = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + cost);
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        best = Math.min(best, (before[j - 2] ?? 0) + 1);
      next.push(best);
      least = Math.min(least, best);
    }
    if (least > most) return most + 1;
    before = row;
    row = next;
  }
  return Math.min(row[other.length] ?? 0, most + 1);
}
