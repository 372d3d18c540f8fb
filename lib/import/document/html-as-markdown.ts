/** A text without a tag or comment is not read further. */
const htmlPattern = /<\/?[a-z][a-z\d]*(?:\s[^<>]*)?\/?>|<!--/i;

const block = 'p|div|section|article|blockquote|center|table|thead|tbody|tr|dl|dt|pre|hr|header|footer';
const inline =
  'span|sup|sub|small|big|font|u|s|ins|del|mark|abbr|label|summary|details|figure|kbd|td|th|dd|ul|ol|wbr|nobr|aside|img';

/**
 * Converts HTML in a description to Markdown, because several generators write paragraphs, lists and links as HTML.
 * Text such as `<id>`, which is no HTML tag, stays.
 */
export function htmlAsMarkdown(text: string): string {
  if (!text.includes('<') || !htmlPattern.test(text)) return text;
  // Tags in code are meant to be read.
  return text
    .split(/(^ {0,3}```[^]*?^ {0,3}```|`[^`\n]+`)/m)
    .map((part, index) => (index % 2 === 1 ? part : converted(part)))
    .join('')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function converted(html: string): string {
  return html
    .replace(/<!--[^]{0,5000}?-->/g, '')
    .replace(/<br\s*\/?>/gi, '  \n')
    .replace(/<li(?:\s[^<>]*)?>\s*/gi, '\n- ')
    .replace(/<\/li\s*>/gi, '')
    .replace(/<h([1-6])(?:\s[^<>]*)?>\s*/gi, (_whole, level: string) => `\n\n${'#'.repeat(Number(level))} `)
    .replace(/<\/(?:h[1-6]|ul|ol)\s*>/gi, '\n\n')
    .replace(/<\/?(?:b|strong)(?:\s[^<>]*)?>/gi, '**')
    .replace(/<\/?(?:i|em)(?:\s[^<>]*)?>/gi, '*')
    .replace(/<\/?(?:code|tt)(?:\s[^<>]*)?>/gi, '`')
    .replace(
      /<a\s(?:[^<>]*?\s)?href\s*=\s*(?:"([^"<>]*)"|'([^'<>]*)'|([^\s"'<>]+))[^<>]*>([^<]{0,1000})<\/a\s*>/gi,
      (_whole, double?: string, single?: string, bare?: string, label = '') =>
        linkOf(String(label).trim(), (double ?? single ?? bare ?? '').trim()),
    )
    .replace(/<\/?a(?:\s[^<>]*)?>/gi, '')
    .replace(/<\/t[dh]\s*>\s*<t[dh](?:\s[^<>]*)?>/gi, ' – ')
    .replace(new RegExp(`<\\/?(?:${block})(?:\\s[^<>]*)?\\/?>`, 'gi'), '\n\n')
    .replace(new RegExp(`<\\/?(?:${inline})(?:\\s[^<>]*)?\\/?>`, 'gi'), '');
}

function linkOf(label: string, href: string): string {
  if (href === '' || label === '') return label;
  return `[${label.replace(/[[\]]/g, '')}](${href.replaceAll(' ', '%20').replaceAll('(', '%28').replaceAll(')', '%29')})`;
}
