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

/** A word, and what tells at once that it is unlike another. */
interface Known {
  word: string;
  sound: string;
  letters: number;
}

/** Different words that misspelt ones are compared with. */
export class Vocabulary {
  readonly known: readonly Known[];

  constructor(words: Iterable<string>) {
    this.known = Array.from(new Set(words), knownOf);
  }
}

function knownOf(word: string): Known {
  return { word, sound: soundOf(word), letters: lettersOf(word) };
}

export function isMendable(typed: string): boolean {
  return typed.length >= shortestMended && typed.length <= longestMended && !/^\d+$/.test(typed);
}

/** The nearest of the words, all at one distance. */
export function mendWord(typed: string, vocabularies: readonly Vocabulary[], isPrefix: boolean): Mended[] {
  if (!isMendable(typed)) return [];
  const most = furthest(typed.length);
  const asked = knownOf(typed);
  const nearest = new Map<string, Mended>();
  let least = most + 1;
  for (const { known } of vocabularies)
    for (const one of known) {
      const mended = compare(asked, one, Math.min(least, most), isPrefix && least > 1);
      if (mended === undefined || mended.distance > least) continue;
      if (mended.distance < least) nearest.clear();
      least = mended.distance;
      nearest.set(one.word, mended);
    }
  return [...nearest.values()];
}

const latin = 'abcdefghijklmnopqrstuvwxyz';

/** All words that a typed one becomes by one edit, for a list that is too long to be compared. */
export function oneEditAway(typed: string): string[] {
  const letters = [...typed];
  const alphabet = new Set([...latin, ...letters]);
  const found = new Set<string>();
  for (let place = 0; place <= letters.length; place += 1) {
    const before = letters.slice(0, place).join('');
    const [first = '', second = '', ...others] = letters.slice(place);
    const after = [second, ...others].join('');
    for (const letter of alphabet) found.add(before + letter + first + after).add(before + letter + after);
    found.add(before + after).add(before + second + first + others.join(''));
  }
  found.delete(typed);
  return [...found];
}

const mostLike = 6;

/** The words that are most like a typed one, if two thirds of it are the same. */
export function likeliest(typed: string, { known }: Vocabulary): string[] {
  if (typed.length < shortestMended || typed.length > longestMended) return [];
  const most = Math.floor(typed.length / 3);
  return known
    .map(({ word }) => ({ word, distance: distanceOf(typed, word, most) }))
    .filter(({ distance }) => distance <= most)
    .toSorted((one, other) => one.distance - other.distance || (one.word < other.word ? -1 : 1))
    .slice(0, mostLike)
    .map(({ word }) => word);
}

function compare(
  { word: typed, sound, letters }: Known,
  { word, sound: otherSound, letters: others }: Known,
  most: number,
  isPrefix: boolean,
): Mended | undefined {
  if (word === typed) return undefined;
  const difference = word.length - typed.length;
  const missing = countBits(letters & ~others);
  const isNear = Math.max(Math.abs(difference), missing, countBits(others & ~letters)) <= most;
  if (isNear && word.length >= shortestMended) {
    const distance = isShortMistake(typed, word) ? distanceOf(typed, word, most) : most + 1;
    // The first letter is seldom one of two mistakes: "planner" is no "scanner".
    if (distance <= most && (distance < 2 || typed[0] === word[0]))
      return { word, distance, isBeginning: false };
  }
  if (Math.abs(difference) <= 3 && typed.length > 3 && otherSound === sound)
    return { word, distance: 1, isBeginning: false };
  if (!isPrefix || difference < 1 || typed.length < 5 || missing > 1) return undefined;
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

/** A bit for each different letter, several letters for some. An edit changes one at most. */
function lettersOf(word: string): number {
  let letters = 0;
  for (let place = 0; place < word.length; place += 1) letters |= 1 << (word.charCodeAt(place) & 31);
  return letters;
}

function countBits(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1;
  return count;
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
