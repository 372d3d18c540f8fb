import { foldedText } from '../text/folded-text.ts';
import type { Tag } from './product.ts';

/** An operation as a row of its API's page. */
export interface ListedOperation {
  slug: string;
  name: string;
  /** The beginning of its introduction, as plain text. */
  text: string;
  price: { from: number; to: number };
  deprecated: boolean;
}

export interface ListedGroup {
  /** The anchor of the group within the page. */
  id: string;
  /** Null for operations that are in no group. */
  name: string | null;
  operations: ListedOperation[];
}

/** All that the page of an API shows. */
export interface ApiPage {
  slug: string;
  name: string;
  version: string | null;
  /** The address of its own documentation. */
  url: string | null;
  summary: string | null;
  /** Markdown. */
  doc: string;
  provider: Tag;
  price: { from: number; to: number };
  deprecated: boolean;
  /** The groups that have an operation online, in order; descriptions are Markdown. */
  groups: (ListedGroup & { description: string })[];
}

export interface NamedPage {
  slug: string;
  name: string;
}

/** Where a product stands in its API, and the operations beside it that are online. */
export interface ProductPlace {
  api: NamedPage;
  group: { id: string; title: string } | null;
  previous: NamedPage | null;
  next: NamedPage | null;
}

export function apiAddress(slug: string, groupId?: string): string {
  return `/apis/${encodeURIComponent(slug)}${groupId === undefined ? '' : `#${groupId}`}`;
}

/** An anchor for each group: made of its name, and no two the same. */
export function groupIds(names: readonly (string | null)[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const wanted = `group-${slugOf(name ?? 'other')}`;
    let id = wanted;
    for (let number = 2; taken.has(id); number += 1) id = `${wanted}-${number}`;
    taken.add(id);
    return id;
  });
}

/** The title of a group of operations; the only group of an API needs none. */
export function groupTitle({ name }: { name: string | null }, count: number): string | null {
  return name ?? (count > 1 ? 'Other operations' : null);
}

/** The operations that have every word of a filter in their name, their text or the name of their group. */
export function filteredGroups(groups: readonly ListedGroup[], filter: string): ListedGroup[] {
  const words = foldedText(filter)
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return [...groups];
  return groups.flatMap((group) => {
    const operations = group.operations.filter(({ name, text }) => {
      const searched = foldedText(`${name}\n${text}\n${group.name ?? ''}`);
      return words.every((word) => searched.includes(word));
    });
    return operations.length === 0 ? [] : [{ ...group, operations }];
  });
}

function slugOf(text: string): string {
  const slug = foldedText(text).replace(/[^\p{L}\p{N}]+/gu, '-');
  return slug.replace(/^-|-$/g, '') || 'other';
}
