import { markdownText } from '../text/markdown-text.ts';
import type { SourceDocument } from './source-document.ts';

/** A text of a schema as it is shown: a description is Markdown whose links lead somewhere, a title is plain. */
export function schemaWords(keyword: string, text: string, document: SourceDocument): string {
  if (keyword === 'description') return document.markdownOf(text);
  return keyword === 'title' ? markdownText(text) : text;
}
