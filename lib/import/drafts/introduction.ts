import { markdownText } from '../../text/markdown-text.ts';
import type { ImportedOperation } from '../import-document.ts';
import { isIdentifier } from './operation-names.ts';

/** Limit of a section in a catalogue file. */
const longestSection = 4000;

/** Summary and description of an operation as Markdown, without repetitions of its name and without identifiers. */
export function operationText({ operation, path }: ImportedOperation, name: string): string {
  const words = (text = '') => (isIdentifier(text.trim(), [operation?.operationId, path]) ? '' : text.trim());
  const summary = words(operation?.summary);
  const description = words(operation?.description);
  // A long summary is often the start of the description.
  const isTold = wordsOf(description).startsWith(wordsOf(summary)) || wordsOf(summary) === wordsOf(name);
  const whole = isTold ? description : `${summary}\n\n${description}`.trim();
  return withoutName(whole, name);
}

/** Cuts the text to a section, preferably after a paragraph. */
export function introductionText(text: string, longest = longestSection): string {
  if (text.length <= longest) return text;
  const cut = text.slice(0, longest - 1);
  const end = Math.max(cut.lastIndexOf('\n\n'), cut.lastIndexOf('. ') + 1);
  const kept = cut.slice(0, end > longest / 2 ? end : cut.lastIndexOf(' ')).trimEnd();
  // A cut code block would include the text after it.
  const fences = kept.match(/^ {0,3}(?:```|~~~)/gm)?.length ?? 0;
  return fences % 2 === 1 ? kept.slice(0, kept.search(/^ {0,3}(?:```|~~~)[^]*$/m)).trimEnd() : kept;
}

/** Drops the first line or sentence if it repeats the name. */
function withoutName(text: string, name: string): string {
  const first = /^[^\n]*?(?:[.!](?=\s|$)|\n|$)/.exec(text)?.[0] ?? '';
  const said = wordsOf(first);
  if (said === '' || said !== wordsOf(name)) return text;
  return text
    .slice(first.length)
    .replace(/^[\s=-]*\n|^\s+/, '')
    .trim();
}

function wordsOf(markdown: string): string {
  return markdownText(markdown)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
