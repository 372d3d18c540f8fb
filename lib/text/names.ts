/** The most likely intended name; undefined if none is close enough. */
export function closestName(written: string, known: Iterable<string>): string | undefined {
  const worstDistance = Math.max(1, Math.floor(written.length / 3));
  let closest: { name: string; distance: number } | undefined;
  for (const name of known) {
    if (Math.abs(name.length - written.length) > worstDistance) continue;
    const distance = editDistance(written.toLowerCase(), name.toLowerCase());
    if (distance <= worstDistance && distance < (closest?.distance ?? Number.POSITIVE_INFINITY)) {
      closest = { name, distance };
    }
  }
  return closest?.name;
}

/** ` Did you mean "…"?` for the end of a sentence; empty without a suggestion. */
export function didYouMean(written: string, known: Iterable<string>): string {
  const name = closestName(written, known);
  return name === undefined ? '' : ` Did you mean "${name}"?`;
}

/** Optimal string alignment: insertions, deletions, replacements, and swapped neighbours. */
function editDistance(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const at = (line: number[], index: number) => line[index] ?? 0;
      const exchange = at(last, column - 1) + (from[row - 1] === to[column - 1] ? 0 : 1);
      let least = Math.min(at(last, column) + 1, at(current, column - 1) + 1, exchange);
      const swapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      if (row > 1 && column > 1 && swapped) least = Math.min(least, at(beforeLast, column - 2) + 1);
      current.push(least);
    }
    beforeLast = last;
    last = current;
  }
  return last[to.length] ?? 0;
}

/** Removes case and accents, for searching and sorting. */
export function foldedText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
}

/** Line breaks, control characters, and those that turn the direction of the text around them. */
const unfit = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

export function isFitForName(text: string): boolean {
  return !unfit.test(text);
}

/** A name that anybody may have chosen, as a page has it: HTML has no NUL, and no half of a pair. */
export function shownName(name: string): string {
  return name.replace(/[\0\p{Cs}]/gu, '\ufffd');
}

/** What a person is told who writes such a name. `what`: "A name". */
export function unfitForName(what: string): string {
  return `${what} cannot contain line breaks, control characters or characters that change the direction of text.`;
}

/** What mail programs make a link of: a scheme, or a name with dots such as evil.example. */
const linkParts = /:(?=\/\/)|(?<=[\p{L}\p{N}-])[.\u3002\uff0e\uff61](?=[\p{L}\p{N}])|(?<=\S)@(?=\S)/gu;

/** A name as mails have it: nobody gets a link from the portal that a stranger has written. */
export function nameInMail(name: string): string {
  return name.replace(new RegExp(unfit, 'gu'), ' ').replace(linkParts, (part) => `[${part}]`);
}

/** A label for a field name: `max_tokens` → `Max tokens`, `callbackURL` → `Callback URL`. */
export function readableName(name: string): string {
  const words = name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => (/^\p{Lu}{2,}\d*$/u.test(word) ? word : word.toLowerCase()));
  const text = words.join(' ');
  return text === '' ? name : text.charAt(0).toUpperCase() + text.slice(1);
}

/** With a capital at its beginning. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
