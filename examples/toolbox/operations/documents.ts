import type { ListItem, RootContent, TableRow } from 'mdast';
import { buffer } from 'node:stream/consumers';
import { type Operation, operation, Refusal } from '../operation.ts';

/** What reads Markdown. */
async function loadMarkdown() {
  const [{ unified }, { default: remarkParse }, { default: remarkGfm }] = await Promise.all([
    import('unified'),
    import('remark-parse'),
    import('remark-gfm'),
  ]);
  return { unified, remarkParse, remarkGfm };
}

interface RenderMarkdownInput {
  markdown: string;
}

export async function renderMarkdown(): Promise<Operation> {
  const [
    { unified, remarkParse, remarkGfm },
    { default: remarkRehype },
    { default: rehypeSanitize },
    { default: rehypeStringify },
  ] = await Promise.all([
    loadMarkdown(),
    import('remark-rehype'),
    import('rehype-sanitize'),
    import('rehype-stringify'),
  ]);
  const processor = unified()
    .use(remarkParse)
    .use(remarkGfm)
    .use(remarkRehype)
    .use(rehypeSanitize)
    .use(rehypeStringify)
    .freeze();
  return operation<RenderMarkdownInput>(({ markdown }) => ({
    type: 'text/html',
    body: String(processor.processSync(markdown)),
  }));
}

interface HtmlToTextInput {
  html: string;
  wordwrap: number | null;
  links: 'keep' | 'drop';
}

const limits = { maxInputLength: 200_000, ellipsis: '…', maxDepth: 200, maxChildNodes: 10_000 };

export async function htmlToText(): Promise<Operation> {
  const { convert } = await import('html-to-text');
  return operation<HtmlToTextInput>(({ html, wordwrap, links }) => {
    const selectors = [
      { selector: 'a', options: { ignoreHref: links === 'drop' } },
      { selector: 'img', format: 'skip' },
    ];
    return { type: 'text/plain', body: convert(html, { wordwrap: wordwrap ?? false, selectors, limits }) };
  });
}

interface CreatePdfInput {
  markdown: string;
  title: string | null;
  page: { size: 'A4' | 'A5' | 'LETTER'; orientation: 'portrait' | 'landscape'; margin: number };
}

/** The code page of the standard PDF fonts (WinAnsi): Latin letters and common punctuation. */
const drawable = /^[\n\r\t\u0020-\u007e\u00a0-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/;

export async function createPdf(): Promise<Operation> {
  const [{ unified, remarkParse, remarkGfm }, { toString }, { default: PDFDocument }] = await Promise.all([
    loadMarkdown(),
    import('mdast-util-to-string'),
    import('pdfkit'),
  ]);
  const reader = unified().use(remarkParse).use(remarkGfm).freeze();
  return operation<CreatePdfInput>(async ({ markdown, title, page }) => {
    if (!drawable.test(markdown)) {
      throw new Refusal(
        'The text has characters outside the Latin alphabet, which the standard PDF fonts cannot draw.',
      );
    }
    const layout = { size: page.size, layout: page.orientation, margin: page.margin };
    const pdf = new PDFDocument({ ...layout, info: title === null ? {} : { Title: title } });
    for (const node of reader.parse(markdown).children) writeBlock(pdf, node, toString);
    pdf.end();
    return { type: 'application/pdf', body: await buffer(pdf) };
  });
}

const bodySize = 11;
const headingSizes = [24, 19, 16, 14, 12, 11];
const indent = 18;

type PlainText = (node: RootContent | TableRow['children'][number] | ListItem) => string;

/** Writes a block of Markdown. Text inside a block is plain. */
function writeBlock(pdf: PDFKit.PDFDocument, node: RootContent, plainText: PlainText): void {
  switch (node.type) {
    case 'heading':
      pdf
        .font('Helvetica-Bold')
        .fontSize(headingSizes[node.depth - 1] ?? bodySize)
        .text(plainText(node))
        .moveDown(0.5);
      return;
    case 'code':
      pdf
        .font('Courier')
        .fontSize(bodySize - 1)
        .text(node.value)
        .moveDown();
      return;
    case 'list':
      for (const [index, item] of node.children.entries()) {
        const mark = node.ordered ? `${(node.start ?? 1) + index}.` : '•';
        bodyOf(pdf).text(`${mark} ${plainText(item)}`, { indent });
      }
      pdf.moveDown();
      return;
    case 'blockquote':
      pdf.font('Helvetica-Oblique').fontSize(bodySize).text(plainText(node), { indent }).moveDown();
      return;
    case 'table':
      for (const row of node.children)
        bodyOf(pdf).text(row.children.map((cell) => plainText(cell)).join('   |   '));
      pdf.moveDown();
      return;
    case 'thematicBreak':
      rule(pdf);
      return;
    default:
      bodyOf(pdf).text(plainText(node)).moveDown();
  }
}

function bodyOf(pdf: PDFKit.PDFDocument) {
  return pdf.font('Helvetica').fontSize(bodySize);
}

function rule(pdf: PDFKit.PDFDocument): void {
  const { left, right } = pdf.page.margins;
  pdf
    .moveTo(left, pdf.y)
    .lineTo(pdf.page.width - right, pdf.y)
    .stroke('#999999')
    .moveDown();
}
