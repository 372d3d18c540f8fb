import { foldedText } from '../text/names.ts';
import type { ComingMark } from './card-list.ts';
import type { Tag } from './product.ts';

/** An operation on the page of its API. */
export interface ListedOperation {
  slug: string;
  name: string;
  /** The start of its introduction, as plain text. */
  text: string;
  price: { from: number; to: number };
  /** When its price changes, and to what in words. */
  coming?: ComingMark;
  deprecated: boolean;
}

export interface ListedGroup {
  /** The anchor of the group in the page. */
  id: string;
  name: string | null;
  operations: ListedOperation[];
}

export interface ApiPage {
  slug: string;
  name: string;
  version: string | null;
  url: string | null;
  summary: string | null;
  doc: string;
  provider: Tag;
  price: { from: number; to: number };
  deprecated: boolean;
  /** Groups with at least one operation online, in order. Descriptions are Markdown. */
  groups: (ListedGroup & { description: string })[];
}

export interface NamedPage {
  slug: string;
  name: string;
}

/** The place of a product in its API, and its neighbours that are online. */
export interface ProductPlace {
  api: NamedPage;
  group: { id: string; title: string } | null;
  previous: NamedPage | null;
  next: NamedPage | null;
}

export function apiAddress(slug: string, groupId?: string): string {
  return `/apis/${encodeURIComponent(slug)}${groupId === undefined ? '' : `#${groupId}`}`;
}

/** A unique anchor for each group, made from its name. */
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

/** The title of a group. A single group needs none. */
export function groupTitle({ name }: { name: string | null }, count: number): string | null {
  return name ?? (count > 1 ? 'Other operations' : null);
}

/** The operations with every word of a filter in their name, text or group name. */
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
