/** Longer texts are cut first: one line never shows so much. */
const readLimit = 20_000;

/** A text without any of these is plain already. */
const maybeMarked = /[`*_~[\]<>&|#\\=]|\s\s|[^\S ]|^ | $|^[-+\d]/;

/** Markdown as one line of plain text. A Markdown parser would be the largest script of a page. */
export function markdownText(markdown: string): string {
  if (!maybeMarked.test(markdown)) return markdown;
  const codes: string[] = [];
  const text = withoutDanglingLink(markdown.slice(0, readLimit))
    .replace(/^[ \t]*(?:```|~~~).*$/gm, ' ')
    .replace(/(?<!`)(?:``(?!`)((?:[^`]|`(?!`)){1,1000}?)``|`([^`]{1,1000})`)(?!`)/g, (_whole, two, one) =>
      hidden(codes, String(two ?? one).trim()),
    )
    .replace(/\\([!-/:-@[-`{-~])/g, (_whole, sign: string) => hidden(codes, sign))
    .replace(/<!--[^]{0,2000}?-->/g, ' ')
    .replace(/<((?:https?:\/\/|mailto:)[^<>\s]+|[^<>\s@]+@[^<>\s@]+)>/gi, '$1')
    .replace(/<\/?[a-z][^<>]*>/gi, ' ')
    .replace(/!\[([^[\]]*)\](?:\([^()]*\)|\[[^[\]]*\])/g, ' ')
    .replace(/\[([^[\]]*)\]\((?:[^()]|\([^()]*\))*\)/g, '$1')
    .replace(/\[([^[\]]+)\]\[[^[\]]*\]/g, '$1')
    .replace(/^ {0,3}\[[^[\]]+\]:[ \t].*$/gm, ' ')
    .replace(/^[ \t]{0,9}\|?[ \t]{0,9}:?-+:?[ \t]{0,9}(?:\|[ \t]{0,9}:?-+:?[ \t]{0,9})+\|?[ \t]{0,9}$/gm, ' ')
    .replace(/^[ \t]*(?:={2,}|(?:[-*_][ \t]?){3,})[ \t]*$/gm, ' ')
    .replace(/^[ \t]*(?:(?:#{1,6} |> ?|[-*+] |\d{1,9}[.)] |\[[ xX]\] )[ \t]*){1,6}/gm, '')
    .replace(/^[ \t]*\|(.*)$/gm, (_whole, row: string) => row.replaceAll('|', ' '))
    .replace(/(\*\*|__|~~|`)(?=\S)/g, '')
    .replace(/(?<=\S)(\*\*|__|~~|`)/g, '')
    .replace(/(?<![\p{L}\p{N}*_\\])[*_](?=\S)|(?<=[^\s\\])[*_](?![\p{L}\p{N}*_])/gu, '');
  return withEntities(text)
    .replace(/\uE000(\d+)\uE001/g, (_whole, index: string) => codes[Number(index)] ?? '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Hides code and escaped characters from the other rules; they are restored at the end. */
function hidden(codes: string[], code: string): string {
  return `\uE000${codes.push(code) - 1}\uE001`;
}

const entities: Record<string, string> = {
  amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', ndash: '–', mdash: '—', hellip: '…', copy: '©',
  reg: '®', trade: '™', lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', bull: '•', times: '×', rarr: '→',
}; // biome-ignore format: a list of words

/** Decodes `&amp;` and similar. */
export function withEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi, (whole, decimal, hex, name) => {
    if (typeof name === 'string') return entities[name.toLowerCase()] ?? whole;
    const code = typeof hex === 'string' ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/** Drops a link or tag that the cut left incomplete. */
function withoutDanglingLink(text: string): string {
  return text.length < readLimit ? text : text.replace(/(?:!?\[[^[\]]*(?:\]\([^()\n]*)?|<[^<>]*)$/, '');
}

/** A card shows three lines. */
const excerptReadLimit = 1_200;
const excerptLimit = 320;

/** The start of an introduction as plain text, for a card. */
export function markdownExcerpt(markdown: string): string {
  const isCut = markdown.length > excerptReadLimit;
  const read = isCut ? markdown.slice(0, excerptReadLimit).replace(danglingEnd, '') : markdown;
  const text = markdownText(read);
  if (text.length <= excerptLimit) return text;
  const space = text.lastIndexOf(' ', excerptLimit);
  return `${text.slice(0, space > 0 ? space : excerptLimit)}…`;
}

/** A link, tag or code that the cut left incomplete. */
const danglingEnd = /(?:!?\[[^[\]]*(?:\]\([^()\n]*)?|<[^<>]*|`[^`\n]*)$/;

/** Parsers are recursive, and people nest a few levels. */
const maxLevels = 32;
/** The work of a parser grows with the square of these in one paragraph. */
const maxMarks = 1_000;
/** The sum of these squares. */
const maxWork = 10_000_000;
/** A short row of a table gets a cell for each column of its heading. */
const maxCells = 20_000;

/** What a parser of Markdown cannot do fast: the line of the text, and the limit. */
interface MarkdownProblem {
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
