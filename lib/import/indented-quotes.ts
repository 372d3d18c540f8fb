/** Deeper than any mapping. */
const indent = ' '.repeat(200);
/** A longer quoted text means that the closing quote is missing. */
const maxCharacters = 20_000;

/** Indents continuation lines of the quoted texts at these places. YAML drops the indentation. */
export function indentedQuotes(text: string, places: number[]): string {
  const pieces: string[] = [];
  let done = 0;
  for (const place of places) {
    const start = place <= done ? undefined : openingQuote(text, done, place);
    const end = start === undefined ? undefined : closingQuote(text, start);
    if (start === undefined || end === undefined || end <= place) continue;
    pieces.push(text.slice(done, start), text.slice(start, end).replace(/\n(?=[^\r\n])/g, `\n${indent}`));
    done = end;
  }
  return pieces.join('') + text.slice(done);
}

/** The open quote at a place: the first one that starts a value in the lines before. */
function openingQuote(text: string, from: number, place: number): number | undefined {
  const before = text.slice(Math.max(from, place - maxCharacters), place);
  const line = before.lastIndexOf('\n') + 1;
  const match = /(?:^|[\s:,[{(-])(["'])/.exec(before.slice(line));
  if (match === null) return undefined;
  return place - before.length + line + match.index + match[0].length - 1;
}

function closingQuote(text: string, start: number): number | undefined {
  const isDouble = text[start] === '"';
  const last = Math.min(text.length, start + maxCharacters);
  for (let end = start + 1; end < last; end += 1) {
    if (isDouble && text[end] === '\\') end += 1;
    else if (text[end] === text[start]) {
      if (isDouble || text[end + 1] !== "'") return end;
      end += 1;
    }
  }
  return undefined;
}
