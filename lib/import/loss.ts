/** Something of the document that the operation does not carry, or carries differently, and where it stands. */
export interface Loss {
  pointer: string;
  what: string;
}

/** An operation that loses more than this has a document that nobody will mend line by line. */
const MAX_LOSSES = 200;

/** Each loss once, in the order in which they were met, and never an endless list. */
export function tidyLosses(losses: Iterable<Loss>): Loss[] {
  const seen = new Map<string, Loss>();
  for (const loss of losses) seen.set(`${loss.pointer}\n${loss.what}`, loss);
  const all = [...seen.values()];
  if (all.length <= MAX_LOSSES) return all;
  const rest = all.length - MAX_LOSSES;
  return [
    ...all.slice(0, MAX_LOSSES),
    { pointer: '', what: `${rest} more losses of this operation are not listed.` },
  ];
}
