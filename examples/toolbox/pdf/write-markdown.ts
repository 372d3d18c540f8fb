import type { RootContent, TableRow } from 'mdast';
import { toString as plainText } from 'mdast-util-to-string';

const bodySize = 11;
const headingSizes = [24, 19, 16, 14, 12, 11];
const indent = 18;

/** Writes Markdown block by block. Text inside a block is plain. */
export function writeMarkdown(pdf: PDFKit.PDFDocument, nodes: RootContent[]): void {
  for (const node of nodes) writeBlock(pdf, node);
}

function writeBlock(pdf: PDFKit.PDFDocument, node: RootContent): void {
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
        body(pdf).text(`${mark} ${plainText(item)}`, { indent });
      }
      pdf.moveDown();
      return;
    case 'blockquote':
      pdf.font('Helvetica-Oblique').fontSize(bodySize).text(plainText(node), { indent }).moveDown();
      return;
    case 'table':
      for (const row of node.children) body(pdf).text(rowText(row));
      pdf.moveDown();
      return;
    case 'thematicBreak':
      rule(pdf);
      return;
    default:
      body(pdf).text(plainText(node)).moveDown();
  }
}

function body(pdf: PDFKit.PDFDocument) {
  return pdf.font('Helvetica').fontSize(bodySize);
}

function rowText(row: TableRow): string {
  return row.children.map((cell) => plainText(cell)).join('   |   ');
}

function rule(pdf: PDFKit.PDFDocument): void {
  const { left, right } = pdf.page.margins;
  pdf
    .moveTo(left, pdf.y)
    .lineTo(pdf.page.width - right, pdf.y)
    .stroke('#999999')
    .moveDown();
}
