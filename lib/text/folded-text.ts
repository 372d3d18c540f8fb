/** Removes case and accents, for searching and sorting. */
export function foldedText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
}
