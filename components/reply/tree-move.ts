import type { KeyboardEvent } from 'react';
import type { JsonRow } from '../../lib/view/reply/json-rows.ts';

interface TreeMove {
  to?: string | undefined;
  toggle?: JsonRow;
  open?: string[];
}

/** The effect of a key in a WAI-ARIA tree; null for other keys. */
export function treeMove(
  { key, ctrlKey, metaKey, altKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>,
  rows: readonly JsonRow[],
  index: number,
  open: ReadonlySet<string>,
  nameOf: (row: JsonRow) => string,
): TreeMove | null {
  const row = rows[index];
  if (row === undefined || ctrlKey || metaKey || altKey) return null;
  const isOpen = row.opens && open.has(row.key);
  switch (key) {
    case 'ArrowDown':
      return { to: rows[index + 1]?.key };
    case 'ArrowUp':
      return { to: rows[index - 1]?.key };
    case 'ArrowRight':
      if (isOpen) return { to: rows[index + 1]?.key };
      return row.opens ? { toggle: row } : {};
    case 'ArrowLeft':
      return isOpen ? { toggle: row } : { to: parentOf(rows, index)?.key };
    case 'Home':
      return { to: rows[0]?.key };
    case 'End':
      return { to: rows.at(-1)?.key };
    case 'PageDown':
      return { to: rows[Math.min(rows.length - 1, index + rowsOfPage)]?.key };
    case 'PageUp':
      return { to: rows[Math.max(0, index - rowsOfPage)]?.key };
    case 'Enter':
    case ' ':
      return { toggle: row };
    case '*':
      return { open: siblingsOf(rows, index).map((sibling) => sibling.key) };
    default:
      return /^[\p{L}\p{N}_]$/u.test(key) ? { to: nextNamed(rows, index, key, nameOf)?.key } : null;
  }
}

const rowsOfPage = 15;

function parentOf(rows: readonly JsonRow[], index: number): JsonRow | undefined {
  const level = rows[index]?.level ?? 0;
  return rows.slice(0, index).findLast((row) => row.level < level);
}

function siblingsOf(rows: readonly JsonRow[], index: number): JsonRow[] {
  const level = rows[index]?.level ?? 0;
  let first = index;
  while (first > 0 && (rows[first - 1]?.level ?? 0) >= level) first -= 1;
  let last = index;
  while ((rows[last + 1]?.level ?? 0) >= level) last += 1;
  return rows.slice(first, last + 1).filter((row) => row.level === level && row.opens);
}

function nextNamed(
  rows: readonly JsonRow[],
  index: number,
  letter: string,
  nameOf: (row: JsonRow) => string,
): JsonRow | undefined {
  const begins = (row: JsonRow) => nameOf(row).toLowerCase().startsWith(letter.toLowerCase());
  return [...rows.slice(index + 1), ...rows.slice(0, index)].find(begins);
}
