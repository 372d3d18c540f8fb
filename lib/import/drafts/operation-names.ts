import { markdownText } from '../../text/markdown-text.ts';
import { readableName } from '../../text/names.ts';
import { isVerb, pathName } from './path-name.ts';
import type { ImportedOperation } from '../import-document.ts';

/** A longer summary is a sentence, not a name. */
const longestSummary = 60;
/** Limit of a catalogue file. */
const longestName = 100;

/** An operation with its possible names, the best first. */
interface Named {
  operation: ImportedOperation;
  candidates: string[];
  /** Whether the first one comes from the document. */
  hasSummary: boolean;
  at: number;
}

/** A unique name for each operation: its summary if that is short and unique, else its method and path in words. */
export function operationNames(operations: ImportedOperation[]): Map<ImportedOperation, string> {
  const all = operations.map(candidatesFor);
  for (let isChanged = true; isChanged; ) {
    isChanged = false;
    for (const same of groupedByName(all).values()) {
      if (same.length < 2) continue;
      const summaries = same.filter(({ hasSummary, at }) => hasSummary && at === 0);
      // If operations share a name, the first one that replaces nothing keeps it.
      const others = same.toSorted((one, other) => Number(replaces(one)) - Number(replaces(other))).slice(1);
      for (const one of summaries.length > 0 ? summaries : others) {
        if (one.at >= one.candidates.length - 1) continue;
        one.at += 1;
        isChanged = true;
      }
    }
  }
  return numbered(all);
}

/** Numbers names that cannot be distinguished otherwise. */
function numbered(all: Named[]): Map<ImportedOperation, string> {
  const taken = new Set<string>();
  const names = new Map<ImportedOperation, string>();
  for (const one of all) {
    let name = nameOf(one);
    for (let number = 2; taken.has(name.toLowerCase()); number += 1)
      name = `${nameOf(one).slice(0, longestName - 1 - String(number).length)} ${number}`;
    taken.add(name.toLowerCase());
    names.set(one.operation, name);
  }
  return names;
}

function nameOf({ candidates, at }: Named): string {
  return (candidates[at] ?? '').slice(0, longestName).trim();
}

function groupedByName(all: Named[]): Map<string, Named[]> {
  const groups = new Map<string, Named[]>();
  for (const one of all) {
    const key = nameOf(one).toLowerCase();
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  return groups;
}

function replaces({ operation }: Named): boolean {
  return operation.method === 'put';
}

function candidatesFor(operation: ImportedOperation): Named {
  const { method, path, tags } = operation;
  const summary = summaryName(operation.operation?.summary, [operation.operation?.operationId, path]);
  const made = pathName(method, path, tags[0] === undefined ? 'root' : markdownText(tags[0]));
  const best = summary ?? made;
  const address = `${method.toUpperCase()} ${path}`;
  const version = /\/(v\d+(?:[._-]?\w{1,8})?)(?=\/|$)/i.exec(path)?.[1];
  const query = /[?&]([^&#]+)/.exec(path)?.[1];
  const key = /\{([^{}]+)\}\/?$/.exec(path)?.[1];
  const more = [
    ...(method === 'put' && made.startsWith('Update ') ? [made.replace('Update', 'Replace')] : []),
    ...(version === undefined ? [] : [`${best} (${version})`]),
    ...(query === undefined ? [] : [`${best} (${query})`]),
    ...(key === undefined ? [] : [`${best} by ${readableName(key).toLowerCase()}`]),
    `${best} (${address})`,
    address,
  ].filter((name) => name.length <= longestName || name === address);
  const hasSummary = summary !== undefined && summary.toLowerCase() !== made.toLowerCase();
  return { operation, hasSummary, candidates: [best, ...(hasSummary ? [made] : []), ...more], at: 0 };
}

/** The summary if it can be a name: short, one line, complete, in words. Otherwise undefined. */
export function summaryName(
  summary: string | undefined,
  identifiers: (string | undefined)[] = [],
): string | undefined {
  const raw = summary?.trim() ?? '';
  if (raw === '' || raw.length > longestSummary * 4 || /\n/.test(raw)) return undefined;
  const text = markdownText(raw)
    .replace(/(?<![.…])\.$/, '')
    .trim();
  if (text === '' || isVerb(text.toLowerCase()) || text.length > longestSummary || /(?:\.\.|…)$/.test(text))
    return undefined;
  const isMarkdown = /\]\(|\]\[|!\[|<\/?[a-z]|^#{1,6} |\*\*|__\S/i.test(raw);
  return isMarkdown || isIdentifier(text, identifiers)
    ? undefined
    : text.charAt(0).toUpperCase() + text.slice(1);
}

/** `getPetById`, `pets_list` and `/pets/{id}` are identifiers. */
export function isIdentifier(text: string, identifiers: (string | undefined)[]): boolean {
  if (identifiers.includes(text) && !/^\p{Lu}?\p{Ll}+$/u.test(text)) return true;
  if (/\s/.test(text)) return /^(?:get|put|post|patch|delete|head|options)\s+\/\S*$/i.test(text);
  return /[\p{Ll}\d]\p{Lu}|[_/{}]|\p{L}\.\p{L}|^[\p{Ll}\d]+(?:-[\p{Ll}\d]+)+$/u.test(text);
}
