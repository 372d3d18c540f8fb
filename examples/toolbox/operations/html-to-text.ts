import { convert } from 'html-to-text';
import { operation } from '../operation.ts';

interface Input {
  html: string;
  wordwrap: number | null;
  links: 'keep' | 'drop';
}

const limits = { maxInputLength: 200_000, ellipsis: '…', maxDepth: 200, maxChildNodes: 10_000 };

export const htmlToText = operation<Input>(({ html, wordwrap, links }) => {
  const selectors = [
    { selector: 'a', options: { ignoreHref: links === 'drop' } },
    { selector: 'img', format: 'skip' },
  ];
  return { type: 'text/plain', body: convert(html, { wordwrap: wordwrap ?? false, selectors, limits }) };
});
