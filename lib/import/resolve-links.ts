import type { DocumentAddress } from './document-address.ts';

/** Matches code, which stays, before links, images and link definitions. Bounded to be linear. */
const linkPattern = new RegExp(
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

/** Makes the links of a Markdown text absolute. Other links would point into the portal, so only their text stays. */
export function resolveLinks(markdown: string, base: DocumentAddress | undefined): string {
  if (!markdown.includes('](') && !markdown.includes(']:')) return markdown;
  return markdown.replace(linkPattern, (whole: string, ...rest: unknown[]) => {
    const { image, label, href, title = '', name, target } = groupsOf(rest.at(-1));
    if (label !== undefined && href !== undefined) {
      const words = label.includes('](') ? resolveLinks(label, base) : label;
      const address = resolved(href, base);
      return address === undefined ? words : `${image ?? ''}[${words}](${address}${title})`;
    }
    // Links that use an unresolved definition become plain text.
    if (name !== undefined && target !== undefined) {
      const address = resolved(target, base);
      return address === undefined ? '' : `[${name}]: ${address}`;
    }
    return whole;
  });
}

/** The absolute address of a link; undefined if the document has no base. */
export function resolved(href: string, base: DocumentAddress | undefined): string | undefined {
  if (/^[a-z][a-z\d+.-]*:/i.test(href)) return href;
  if (href.startsWith('//')) return `https:${href}`;
  if (href === '' || base === undefined || !URL.canParse(href, base.url)) return undefined;
  // Anchors of the document do not exist at its server's address.
  if (href.startsWith('#') && !base.isOwn) return undefined;
  return new URL(href, base.url).href.replaceAll('(', '%28').replaceAll(')', '%29');
}

/** `replace` passes the named groups of a match as its last argument. */
function groupsOf(groups: unknown): Record<string, string | undefined> {
  return groups as Record<string, string | undefined>;
}
