import type { ListedApi, ListedEntry } from './card-list.ts';

/** By itself, because the page of the catalogue loads the schemas of `card-list.ts` later. */
export function isListedApi(entry: ListedEntry): entry is ListedApi {
  return 'operations' in entry;
}
