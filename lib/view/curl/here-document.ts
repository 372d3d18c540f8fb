import type { ShellWord } from './shell-words.ts';

/** Reads a here-document (`<<WORD`), up to the line that is only the word. */
export function hereDocument(text: string, operatorAt: number): ShellWord | undefined {
  const line = text.slice(operatorAt, operatorAt + longestLine);
  const [opening, quote, word] = /^<<[ \t]*(["']?)(\w+)\1[ \t]*\r?\n/.exec(line) ?? [];
  if (opening === undefined || word === undefined) return undefined;
  const at = operatorAt + opening.length;
  const end = endOf(text, at, word);
  if (end === undefined) return undefined;
  const document = text.slice(at, end);
  // With a quoted word, the shell expands nothing.
  const expansion = quote === '' ? document.search(/[$`\\]/) : -1;
  return { text: document, at, expandsAt: expansion < 0 ? undefined : at + expansion };
}

/** The operator and its word. */
const longestLine = 200;

/** The start of the line that is only the word. */
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
