import { createHash } from 'node:crypto';
import { markdownText } from '../text/markdown-text.ts';
import type { ImportedDocument, ImportedOperation } from './import-document.ts';
import { introductionText } from './introduction.ts';
import { operationGroups } from './operation-groups.ts';

/** Limits of a catalogue file. */
const longestName = 100;
const longestVersion = 60;
const longestSummary = 300;
const longestDoc = 60_000;
const longestAddress = 500;

export interface ApiWords {
  slug: string;
  name: string;
  source: string;
  provider: string;
}

/** Recognises summary and doc as long as nobody edits them. */
export function draftedComment({ summary = '', doc = '' }: { summary?: unknown; doc?: unknown }): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([summary, doc]))
    .digest('hex');
  return `# --update renews summary and doc while they are as drafted: ${hash.slice(0, 12)}\n`;
}

/** Drafts the file that groups a document's products as one API. */
export function draftApi(
  document: ImportedDocument,
  operations: ImportedOperation[],
  { slug, name, source, provider }: ApiWords,
  slugs: Map<string, string>,
) {
  const version = markdownText(document.version).slice(0, longestVersion).trim();
  const summary = markdownText(document.summary ?? '')
    .slice(0, longestSummary)
    .trim();
  const { documentation: url, description } = document;
  const groups = operationGroups(document, operations).map((group) => ({
    ...(group.name !== undefined && { name: group.name }),
    ...(group.description !== undefined && { description: group.description }),
    operations: group.operations.map(({ id }) => slugs.get(id) ?? id),
  }));
  const api = {
    slug,
    name: markdownText(name).slice(0, longestName).trim() || 'API',
    ...(version !== '' && { version }),
    source,
    provider,
    ...(url !== undefined && url.length <= longestAddress && { url }),
    ...(summary !== '' && { summary }),
    doc: introductionText(description?.trim() ?? '', longestDoc),
    groups,
  };
  return { api };
}
