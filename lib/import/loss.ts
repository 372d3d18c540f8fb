/** A part of the document that the operation lacks or carries differently, and its place. */
export interface Loss {
  pointer: string;
  what: string;
}

/** Nobody repairs an operation with more losses line by line. */
const maxLosses = 200;

/** Removes duplicate losses and limits the list. */
export function tidyLosses(losses: Iterable<Loss>): Loss[] {
  const seen = new Map<string, Loss>();
  for (const loss of losses) seen.set(`${loss.pointer}\n${loss.what}`, loss);
  const all = [...seen.values()];
  if (all.length <= maxLosses) return all;
  const rest = all.length - maxLosses;
  return [
    ...all.slice(0, maxLosses),
    { pointer: '', what: `Losses of this operation that are not listed: ${rest}.` },
  ];
}
