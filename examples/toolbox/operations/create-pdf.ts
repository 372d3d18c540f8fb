import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { operation, Refusal } from '../operation.ts';
import { writeMarkdown } from '../pdf/write-markdown.ts';

interface Input {
  markdown: string;
  title: string | null;
  page: { size: 'A4' | 'A5' | 'LETTER'; orientation: 'portrait' | 'landscape'; margin: number };
}

const processor = unified().use(remarkParse).use(remarkGfm).freeze();

/** The code page of the standard PDF fonts (WinAnsi): Latin letters and common punctuation. */
const drawable = /^[\n\r\t\u0020-\u007e\u00a0-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/;

export const createPdf = operation<Input>(async ({ markdown, title, page }) => {
  if (!drawable.test(markdown)) {
    throw new Refusal(
      'The text has characters outside the Latin alphabet, which the standard PDF fonts cannot draw.',
    );
  }
  const layout = { size: page.size, layout: page.orientation, margin: page.margin };
  const pdf = new PDFDocument({ ...layout, info: title === null ? {} : { Title: title } });
  writeMarkdown(pdf, processor.parse(markdown).children);
  pdf.end();
  return { type: 'application/pdf', body: await buffer(pdf) };
});
