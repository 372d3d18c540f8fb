/** Read of an introduction at most; a card shows three lines of it. */
const readLimit = 1_200;
const excerptLimit = 320;

/**
 * The words of an introduction without the signs of Markdown, for a card. A list of products has no use for a whole
 * reader of Markdown, which weighs more than all else of its page; the product's own page shows the text as it is.
 */
export function markdownExcerpt(markdown: string): string {
  const text = markdown
    .slice(0, readLimit)
    .replace(/^ {0,3}(?:```|~~~).*$/gm, ' ')
    .replace(/<\/?[a-z][^<>]*>/gi, ' ')
    .replace(/!\[([^[\]]*)\]\([^()]*\)/g, ' ')
    .replace(/\[([^[\]]*)\]\((?:[^()]|\([^()]*\))*\)/g, '$1')
    .replace(/^ {0,3}(?:#{1,6} |> ?|[-*+] |\d{1,9}[.)] )/gm, '')
    .replace(/(\*\*|__|~~|`)(?=\S)/g, '')
    .replace(/(?<=\S)(\*\*|__|~~|`)/g, '')
    .replace(/(?<![\p{L}\p{N}*_\\])[*_](?=\S)|(?<=[^\s\\])[*_](?![\p{L}\p{N}*_])/gu, '')
    .replace(/\\(?=[!-/:-@[-`{-~])/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  if (text.length <= excerptLimit) return text;
  const space = text.lastIndexOf(' ', excerptLimit);
  return `${text.slice(0, space > 0 ? space : excerptLimit)}…`;
}
