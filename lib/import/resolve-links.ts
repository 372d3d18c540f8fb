import type { DocumentAddress } from './document-address.ts';

/**
 * In this order: code, which stays as it is; a link or an image; the definition of a link. Each is
 * bounded, so that the work grows with the text alone.
 */
const LINK = new RegExp(
  [
    /^ {0,3}(?<fence>```+|~~~+)[^]*?(?:^ {0,3}\k<fence>|$(?![^]))/,
    /(?<!`)(?<ticks>`{1,4})(?!`)[^`]+\k<ticks>(?!`)/,
    /(?<image>!?)\[(?<label>(?:[^\][]|!?\[[^\][]{0,300}\](?:\([^()\s]{0,500}\))?){0,500})\]\(\s{0,9}<?(?<href>[^\s()<>]{0,2000}(?:\([^\s()]{0,200}\)[^\s()<>]{0,200}){0,5})>?(?<title>\s{1,9}(?:"[^"]{0,500}"|'[^']{0,500}'))?\s{0,9}\)/,
    /^ {0,3}\[(?<name>[^\][\n]{1,300})\]:[ \t]{0,9}<?(?<target>[^\s<>]{1,2000})>?/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gim',
);

/**
 * A Markdown text of a document whose links are whole addresses. What cannot be resolved is its words alone: a relative
 * link would lead into the portal.
 */
export function resolveLinks(markdown: string, base: DocumentAddress | undefined): string {
  if (!markdown.includes('](') && !markdown.includes(']:')) return markdown;
  return markdown.replace(LINK, (whole: string, ...rest: unknown[]) => {
    const { image, label, href, title = '', name, target } = groupsOf(rest.at(-1));
    if (label !== undefined && href !== undefined) {
      const words = label.includes('](') ? resolveLinks(label, base) : label;
      const address = resolved(href, base);
      return address === undefined ? words : `${image ?? ''}[${words}](${address}${title})`;
    }
    // A definition that leads nowhere makes words of the links that use it.
    if (name !== undefined && target !== undefined) {
      const address = resolved(target, base);
      return address === undefined ? '' : `[${name}]: ${address}`;
    }
    return whole;
  });
}

/** The whole address that a link means; undefined where the document does not say what it is relative to. */
export function resolved(href: string, base: DocumentAddress | undefined): string | undefined {
  if (/^[a-z][a-z\d+.-]*:/i.test(href)) return href;
  if (href.startsWith('//')) return `https:${href}`;
  if (href === '' || base === undefined || !URL.canParse(href, base.url)) return undefined;
  // Its own parts are not found at the address of its server.
  if (href.startsWith('#') && !base.isOwn) return undefined;
  return new URL(href, base.url).href.replaceAll('(', '%28').replaceAll(')', '%29');
}

/** Guaranteed by `replace`: the last argument are the named groups of a match. */
function groupsOf(groups: unknown): Record<string, string | undefined> {
  return groups as Record<string, string | undefined>;
}
