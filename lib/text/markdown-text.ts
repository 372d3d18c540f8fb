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
