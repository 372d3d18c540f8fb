/** Parsers are recursive, and people nest a few levels. */
const maxLevels = 32;
/** The work of a parser grows with the square of these in one paragraph. */
const maxMarks = 1_000;
/** The sum of these squares. */
const maxWork = 10_000_000;
/** A short row of a table gets a cell for each column of its heading. */
const maxCells = 20_000;

/** What a parser of Markdown cannot do fast: the line of the text, and the limit. */
export interface MarkdownProblem {
  line: number;
  expected: string;
}

const containers = /^(?:[ \t]{0,400}(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$)))*/;
const fence = /^ {0,3}(?:(`{3,})[^`]*|(~{3,}).*)$/;
/** Runs of emphasis, brackets, code and the starts of HTML. An underscore within a word is none. */
const marks = /(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])|\*+|~+|!?\[|\]|`+|</gu;

/** Whether a text is too nested or too marked to be parsed. Linear in the text. */
export function markdownProblem(text: string): MarkdownProblem | undefined {
  let count = 0;
  let open = '';
  let mayBeHtml = false;
  let listIndent = 0;
  let work = 0;
  let columns = 0;
  let cells = 0;
  const lines = text.split('\n');
  for (const [index, line] of lines.entries()) {
    const problem = (expected: string) => ({
      line: index + 1,
      expected: `Expected Markdown with ${expected}.`,
    });
    const [, ticks, waves] = fence.exec(line) ?? [];
    const mark = ticks ?? waves ?? '';
    if (open !== '') {
      if (mark.startsWith(open) && line.trim() === mark) open = '';
      continue;
    }
    // In a block of HTML, a fence is text.
    mayBeHtml ||= /^ {0,3}</.test(line);
    if (mark !== '' && !mayBeHtml) {
      open = mark;
      count = 0;
      continue;
    }
    const [prefix = ''] = containers.exec(line) ?? [];
    const rest = line.slice(prefix.length);
    const own = prefix.match(/[>*+.)-]/g)?.length ?? 0;
    const indent = /^[ \t]*/.exec(line)?.[0].replaceAll('\t', '    ').length ?? 0;
    // Each level of a list indents its items by two columns or more.
    if (own > 0) listIndent = indent;
    if (own + Math.floor(Math.min(indent, listIndent) / 2) > maxLevels)
      return problem(`at most ${maxLevels} levels`);
    if (rest.trim() === '') columns = 0;
    else if (/^[ \t|:-]*-[ \t|:-]*$/.test(rest)) columns = rest.split('|').length;
    cells += columns;
    if (cells > maxCells) return problem(`at most ${maxCells} cells in tables`);
    // An item is a paragraph of its own.
    if (rest.trim() === '' || columns > 1 || /[-*+.)]/.test(prefix)) count = 0;
    const more = (rest.match(marks)?.length ?? 0) + 1;
    work += more * (2 * count + more);
    count += more;
    if (count > maxMarks) return problem(`at most ${maxMarks} lines and marks such as * or [ in a paragraph`);
    if (work > maxWork) return problem('fewer marks such as * or [');
  }
  return undefined;
}
