import { createHash } from 'node:crypto';
import { markdownText } from '../../text/markdown-text.ts';
import { readableName } from '../../text/names.ts';
import type { ImportedDocument, ImportedOperation } from '../import-document.ts';
import { introductionText } from './introduction.ts';
import { slug } from '../operation/operation-site.ts';
import { resourceOf } from './path-name.ts';

/** Limits of a catalogue file. */
const longestName = 100;
const longestVersion = 60;
const longestSummary = 300;
const longestDoc = 60_000;
const longestAddress = 500;

interface ApiWords {
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

const longestDescription = 1_000;
const maxGroups = 500;

interface OperationGroup {
  name: string | undefined;
  description: string | undefined;
  operations: ImportedOperation[];
}

/** Groups operations by their first tag or, without tags, by the first resource in the path. */
function operationGroups(
  document: Pick<ImportedDocument, 'tags' | 'tagTitles'>,
  operations: ImportedOperation[],
): OperationGroup[] {
  const isTagged = operations.some((one) => groupTag(one) !== undefined);
  const groups = isTagged ? taggedGroups(document, operations) : resourceGroups(operations);
  if (groups.length <= maxGroups) return groups;
  const rest = groups.slice(maxGroups - 1).flatMap((group) => group.operations);
  return [...groups.slice(0, maxGroups - 1), { name: undefined, description: undefined, operations: rest }];
}

/** The group of an operation: its first tag that has letters. */
function groupTag({ tags }: ImportedOperation): string | undefined {
  return tags.find((name) => slug(name) !== '');
}

function taggedGroups(
  { tags, tagTitles }: Pick<ImportedDocument, 'tags' | 'tagTitles'>,
  operations: ImportedOperation[],
): OperationGroup[] {
  const byTag = groupedBy(operations, (one) => groupTag(one));
  const listed = new Map(tags.map(({ name, description }) => [name, description]));
  const used = [...byTag.keys()].filter((tag) => tag !== undefined);
  const ordered = [...listed.keys()].filter((tag) => byTag.has(tag));
  const names = [...ordered, ...used.filter((tag) => !listed.has(tag))];
  const loose = byTag.get(undefined) ?? [];
  return [
    ...names.map((tag) => ({
      name: lineOf(tagTitles[tag] ?? tag) || tag.slice(0, longestName),
      description: described(listed.get(tag)),
      operations: byTag.get(tag) ?? [],
    })),
    ...(loose.length > 0 ? [{ name: undefined, description: undefined, operations: loose }] : []),
  ];
}

/** Returns no groups if each has only one operation. */
function resourceGroups(operations: ImportedOperation[]): OperationGroup[] {
  const byResource = groupedBy(operations, ({ path }) => resourceOf(path));
  const isTelling = byResource.size > 1 && byResource.size <= operations.length / 2;
  if (!isTelling) return [{ name: undefined, description: undefined, operations }];
  return [...byResource].map(([resource, grouped]) => ({
    name: resource === undefined ? undefined : lineOf(readableName(resource)),
    description: undefined,
    operations: grouped,
  }));
}

function groupedBy<Key>(
  operations: ImportedOperation[],
  keyOf: (operation: ImportedOperation) => Key,
): Map<Key, ImportedOperation[]> {
  const groups = new Map<Key, ImportedOperation[]>();
  for (const operation of operations) {
    const key = keyOf(operation);
    const group = groups.get(key);
    if (group) group.push(operation);
    else groups.set(key, [operation]);
  }
  return groups;
}

function lineOf(text: string): string {
  return markdownText(text).slice(0, longestName).trim();
}

function described(text: string | undefined): string | undefined {
  return text === undefined ? undefined : introductionText(text, longestDescription) || undefined;
}
