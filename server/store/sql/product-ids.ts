import { first, statement, type Steps } from './statement.ts';

const find = statement<{ id: string }>('SELECT id FROM Product WHERE key = ?');

/** The ids of products by their keys; null for all products. */
export function* productIds(keys: number[] | null): Steps<string[] | null> {
  if (keys === null) return null;
  const ids: string[] = [];
  for (const key of keys) ids.push((yield* first(find, key))?.id ?? '');
  return ids;
}
