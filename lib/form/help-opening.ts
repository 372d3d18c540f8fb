import { markdownText, withEntities } from '../text/markdown-text.ts';

/** Length of the help before it is expanded. */
const maxOpening = 220;

/** The first paragraph, cut between words if it is too long, and never inside a link or code. */
export function openingOf(text: string): string {
  const [first = ''] = text.trim().split(/\n\s*\n|\n(?=\s*(?:[-*+]|\d+\.|#|\||```)\s?)/);
  const line = first.replace(/^\s*(?:(?:#{1,6}|>|[-*+]|\d{1,9}[.)])\s+)+/, '').trim();
  // Tables and code blocks are shortened to their words.
  if (/^(?:\||```|~~~)/.test(line)) return cutText(markdownText(text), maxOpening);
  let room = maxOpening;
  for (const { piece, start } of tokensOf(line)) {
    if (piece.text.length <= room) {
      room -= piece.text.length;
      continue;
    }
    const cut = piece.kind === 'text' ? cutText(line.slice(start, start + room), room) : '';
    return `${line.slice(0, start)}${cut.replace(/…$/, '')}`.trimEnd().concat('…');
  }
  return line;
}

function cutText(text: string, most: number): string {
  if (text.length < most) return text;
  const cut = text.slice(0, most);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), most - 40, 0))}…`;
}

/** Whether the text is more than one Markdown paragraph. */
export function isBlockMarkdown(text: string): boolean {
  return /\n\s*\n|(?:^|\n)\s*(?:[-*+]|\d+\.|#{1,6}|\||```|>)\s/.test(text.trim());
}

export interface InlinePiece {
  kind: 'text' | 'code' | 'strong' | 'link';
  text: string;
  href: string;
}

/** Code, emphasis and links of a paragraph. This covers most help without a Markdown parser. */
export function inlinePieces(text: string): InlinePiece[] {
  const pieces: InlinePiece[] = [];
  for (const { piece } of tokensOf(text)) {
    const last = pieces.at(-1);
    if (piece.text === '') continue;
    if (last?.kind === 'text' && piece.kind === 'text')
      pieces[pieces.length - 1] = { ...last, text: last.text + piece.text };
    else pieces.push(piece);
  }
  return pieces;
}

interface Token {
  piece: InlinePiece;
  /** The index in the text. */
  start: number;
}

/** Matches code, escapes, images and links, addresses, tags, and emphasis; the first match wins. */
const token = new RegExp(
  [
    /(?<!`)(?:``(?!`)(?<codes>(?:[^`]|`(?!`))+?)``|`(?<code>[^`]+)`)(?!`)/,
    /\\(?<sign>[!-/:-@[-`{-~])/,
    /(?<image>!?)\[(?<label>(?:[^\][]|\[[^\][]{0,200}\]){0,500})\](?:\(\s{0,9}<?(?<href>[^\s()<>]*(?:\([^\s()]*\)[^\s()<>]*)*)>?(?:\s{1,9}(?:"[^"]*"|'[^']*'))?\s{0,9}\)|\[[^\][]*\])/u,
    /<(?<address>https?:\/\/[^\s<>]+)>/u,
    /<\/?[a-z][^<>]*>/u,
    /\*\*\*?(?=[^\s*])(?<stars>[^*\n]+?)(?<=\S)\*\*\*?/u,
    /(?<![\p{L}\p{N}_])__(?=[^\s_])(?<lines>[^_\n]+?)(?<=\S)__(?![\p{L}\p{N}_])/u,
    /(?<![\p{L}\p{N}*])\*(?=[^\s*])(?<star>[^*\n]+?)(?<=\S)\*(?!\*)/u,
    /(?<![\p{L}\p{N}_])_(?=[^\s_])(?<line>[^_\n]+?)(?<=\S)_(?![\p{L}\p{N}_])/u,
    /~~(?<gone>[^~\n]+)~~/u,
  ]
    .map(({ source }) => source)
    .join('|'),
  'giu',
);

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  const add = (start: number, kind: InlinePiece['kind'], content: string, href = '') =>
    tokens.push({ start, piece: { kind, text: content, href } });
  for (const match of text.matchAll(token)) {
    if (match.index > end) add(end, 'text', withEntities(text.slice(end, match.index)));
    end = match.index + match[0].length;
    const {
      codes,
      code = codes,
      sign,
      image,
      label,
      href,
      address,
      stars,
      lines,
      star,
      line,
      gone,
    } = match.groups ?? {};
    const strong = stars ?? lines;
    const plain = star ?? line ?? gone;
    if (code !== undefined) add(match.index, 'code', code);
    else if (sign !== undefined) add(match.index, 'text', sign);
    else if (image === '!') add(match.index, 'text', '');
    else if (label !== undefined) addLink(add, match.index, markdownText(label), href ?? '');
    else if (address !== undefined) add(match.index, 'link', address, address);
    else if (strong !== undefined) add(match.index, 'strong', markdownText(strong));
    else add(match.index, 'text', plain === undefined ? ' ' : markdownText(plain));
  }
  if (end < text.length) add(end, 'text', withEntities(text.slice(end)));
  return tokens;
}

/** A relative address would point into the portal, so its text is shown without a link. */
function addLink(
  add: (start: number, kind: InlinePiece['kind'], content: string, href?: string) => void,
  start: number,
  label: string,
  href: string,
): void {
  if (/^https?:\/\/[^/]/i.test(href)) add(start, 'link', label, href);
  else add(start, 'text', label);
}
