/** The ASCII characters that are allowed in a part of a text. */
export type CharacterSet = Uint8Array;

export function characterSet(characters: string): CharacterSet {
  const set = new Uint8Array(128);
  for (const character of characters) set[character.charCodeAt(0)] = 1;
  return set;
}

export const digits = '0123456789';
export const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

const hexCharacters = characterSet(`${digits}abcdefABCDEF`);

export function isIn(set: CharacterSet, code: number): boolean {
  return code < 128 && set[code] === 1;
}

/** The index of the first character from `start` that is not in the set. */
export function endOfRun(text: string, start: number, set: CharacterSet): number {
  let at = start;
  while (at < text.length && isIn(set, text.charCodeAt(at))) at += 1;
  return at;
}

/** The same, and also accepts percent-encoded characters. */
export function endOfEncodedRun(text: string, start: number, set: CharacterSet): number {
  for (let at = start; ; at += 3) {
    at = endOfRun(text, at, set);
    if (text[at] !== '%' || endOfRun(text.slice(at + 1, at + 3), 0, hexCharacters) !== 2) return at;
  }
}
