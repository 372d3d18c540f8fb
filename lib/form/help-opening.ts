/** What a field's help shows before it is opened. */
const MAX_OPENING = 220;

/** The first paragraph, or as much of it as there is room for, cut between words. */
export function openingOf(text: string): string {
  const [first = ''] = text.trim().split(/\n\s*\n|\n(?=\s*(?:[-*+]|\d+\.|#|\||```)\s?)/);
  const line = first.replace(/^#+\s*/, '').trim();
  if (line.length <= MAX_OPENING) return line;
  const cut = line.slice(0, MAX_OPENING);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), MAX_OPENING - 40))}…`;
}

/** Whether Markdown makes more of the text than a paragraph. */
export function isBlockMarkdown(text: string): boolean {
  return /\n\s*\n|(?:^|\n)\s*(?:[-*+]|\d+\.|#{1,6}|\||```|>)\s/.test(text.trim());
}

export interface InlinePiece {
  kind: 'text' | 'code' | 'strong' | 'link';
  text: string;
  href: string;
}

const PIECE = /`([^`]+)`|\*\*([^*]+)\*\*|\[([^\][]+)\]\((https?:\/\/[^\s()]+)\)/g;

/** Code, emphasis and links of a paragraph: what most help is made of, without a parser. */
export function inlinePieces(text: string): InlinePiece[] {
  const pieces: InlinePiece[] = [];
  let end = 0;
  const add = (kind: InlinePiece['kind'], content: string, href = '') => {
    if (content !== '') pieces.push({ kind, text: content, href });
  };
  for (const match of text.matchAll(PIECE)) {
    add('text', text.slice(end, match.index));
    const [whole, code, strong, label, href] = match;
    if (code !== undefined) add('code', code);
    else if (strong !== undefined) add('strong', strong);
    else add('link', label ?? '', href);
    end = match.index + whole.length;
  }
  add('text', text.slice(end));
  return pieces;
}
