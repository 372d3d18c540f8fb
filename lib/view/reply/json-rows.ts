import type { JsonDocument } from './json-document.ts';

/** A value in the tree, or a group of members of a large value. */
export interface JsonRow {
  key: string;
  node: number;
  /** The members of a group: from the first, up to but not including the second index. */
  group?: [number, number];
  level: number;
  position: number;
  siblings: number;
  opens: boolean;
}

const mostListed = 500;
const groupSize = 100;

/** The visible rows of a tree with these open nodes. */
export function jsonRows(document: JsonDocument, open: ReadonlySet<string>): JsonRow[] {
  const rows: JsonRow[] = [];
  const waiting: JsonRow[] = [rootRow(document)];
  for (let row = waiting.pop(); row !== undefined; row = waiting.pop()) {
    rows.push(row);
    if (open.has(row.key)) waiting.push(...rowsIn(document, row).reverse());
  }
  return rows;
}

/** Opens level by level within this number of rows. Of the groups of a value, opens all or only the first. */
export function openUpTo(document: JsonDocument, mostRows: number, groups: 'all' | 'first'): Set<string> {
  const open = new Set<string>();
  const waiting = [rootRow(document)];
  let rows = 1;
  for (const row of waiting) {
    if (!row.opens || (groups === 'first' && row.group !== undefined && row.position > 1)) continue;
    const inside = rowsIn(document, row);
    if (rows + inside.length > mostRows && open.size > 0) break;
    rows += inside.length;
    open.add(row.key);
    waiting.push(...inside);
  }
  return open;
}

/** The rows that must be open to show a node. */
export function keysTo(document: JsonDocument, node: number): string[] {
  const keys: string[] = [];
  for (let child = node; document.parent(child) !== -1; child = document.parent(child)) {
    const parent = document.parent(child);
    const place = document.place(child);
    keys.push(keyOf(parent));
    let [from, to] = [0, document.count(parent)];
    while (to - from > mostListed) {
      const size = sizeOfGroups(to - from);
      from += Math.floor((place - from) / size) * size;
      to = Math.min(from + size, document.count(parent));
      keys.push(keyOf(parent, [from, to]));
    }
  }
  return keys;
}

export function keyOf(node: number, group?: [number, number]): string {
  return group === undefined ? String(node) : `${node}:${group.join('-')}`;
}

function rootRow(document: JsonDocument): JsonRow {
  return rowOf(document, 0, 1, 1, 1);
}

function rowOf(
  document: JsonDocument,
  node: number,
  level: number,
  position: number,
  siblings: number,
): JsonRow {
  const opens = document.isContainer(node) && document.count(node) > 0;
  return { key: keyOf(node), node, level, position, siblings, opens };
}

function rowsIn(document: JsonDocument, { node, group, level }: JsonRow): JsonRow[] {
  const [from, to] = group ?? [0, document.count(node)];
  if (to - from <= mostListed) {
    return [...document.children(node).subarray(from, to)].map((child, index) =>
      rowOf(document, child, level + 1, index + 1, to - from),
    );
  }
  const size = sizeOfGroups(to - from);
  const siblings = Math.ceil((to - from) / size);
  return Array.from({ length: siblings }, (_, index): JsonRow => {
    const start = from + index * size;
    const range: [number, number] = [start, Math.min(start + size, to)];
    return {
      key: keyOf(node, range),
      node,
      group: range,
      level: level + 1,
      position: index + 1,
      siblings,
      opens: true,
    };
  });
}

/** A power of 100, so that a value has few groups. */
function sizeOfGroups(count: number): number {
  let size = groupSize;
  while (count / size > groupSize) size *= groupSize;
  return size;
}
