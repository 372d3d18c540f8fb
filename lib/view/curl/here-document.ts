import type { ShellWord } from './shell-words.ts';

/** The lines that a shell hands to a command whose end is `<<WORD`, up to the line that is the word alone. */
export function hereDocument(text: string, operatorAt: number): ShellWord | undefined {
  const line = text.slice(operatorAt, operatorAt + longestLine);
  const [opening, quote, word] = /^<<[ \t]*(["']?)(\w+)\1[ \t]*\r?\n/.exec(line) ?? [];
  if (opening === undefined || word === undefined) return undefined;
  const at = operatorAt + opening.length;
  const end = endOf(text, at, word);
  if (end === undefined) return undefined;
  const document = text.slice(at, end);
  // Only between quotes does the word say that the shell leaves the lines as they are.
  const expansion = quote === '' ? document.search(/[$`\\]/) : -1;
  return { text: document, at, expandsAt: expansion < 0 ? undefined : at + expansion };
}

/** The operator and its word. */
const longestLine = 200;

/** Where the lines end: before the first that is the word alone. */
function endOf(text: string, start: number, word: string): number | undefined {
  for (let from = start; ; ) {
    const found = text.indexOf(word, from);
    if (found < 0) return undefined;
    const before = found === start || text[found - 1] === '\n';
    const after = text.slice(found + word.length, found + word.length + 2);
    if (before && /^(?:\r?\n|\r?$)/.test(after)) return found;
    from = found + word.length;
  }
}
