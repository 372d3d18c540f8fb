import { readableName } from '../text/readable-name.ts';
import { markdownText } from '../text/markdown-text.ts';
import type { ImportedDocument, ImportedOperation } from './import-document.ts';
import { slug } from './operation-id.ts';
import { introductionText } from './introduction.ts';
import { resourceOf } from './path-name.ts';

/** Limits of a catalogue file. */
const longestName = 100;
const longestDescription = 1_000;
const maxGroups = 500;

export interface OperationGroup {
  name: string | undefined;
  description: string | undefined;
  operations: ImportedOperation[];
}

/** Groups operations by their first tag or, without tags, by the first resource in the path. */
export function operationGroups(
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
export function groupTag({ tags }: ImportedOperation): string | undefined {
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
