import { markdownText } from '../text/markdown-text.ts';
import type { SourceDocument } from './source-document.ts';

/** A text of a schema for display: descriptions are Markdown with absolute links, titles are plain. */
export function schemaWords(keyword: string, text: string, document: SourceDocument): string {
  if (keyword === 'description') return document.markdownOf(text);
  return keyword === 'title' ? markdownText(text) : text;
}
