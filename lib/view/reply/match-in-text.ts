export interface TextMatch {
  from: number;
  to: number;
}

/** The first match of the search in the text, in any case. */
export function matchInText(text: string, words: string): TextMatch | undefined {
  const wanted = words.toLowerCase();
  const lower = text.toLowerCase();
  const at = wanted === '' ? -1 : lower.indexOf(wanted);
  if (at === -1) return undefined;
  const to = at + wanted.length;
  return lower.length === text.length ? { from: at, to } : matchInLonger(text, at, to);
}

/** Some letters have two code units in lower case, such as İ. */
function matchInLonger(text: string, at: number, to: number): TextMatch {
  const match = { from: 0, to: text.length };
  let [place, lowerPlace] = [0, 0];
  for (const letter of text) {
    if (lowerPlace <= at) match.from = place;
    if (lowerPlace >= to) {
      match.to = place;
      break;
    }
    place += letter.length;
    lowerPlace += letter.toLowerCase().length;
  }
  return match;
}
