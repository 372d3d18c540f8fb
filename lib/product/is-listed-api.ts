import type { ListedApi, ListedEntry } from './card-list.ts';

/** Separate, because the catalogue page loads the schemas of `card-list.ts` later. */
export function isListedApi(entry: ListedEntry): entry is ListedApi {
  return 'operations' in entry;
}
