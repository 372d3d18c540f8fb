import { consoleOwner } from '../store/catalogue/audience.ts';
import { CatalogueFile, type Mistake } from '../catalogue/catalogue-file.ts';

import { type CatalogueProduct, readEntry } from '../catalogue/read-entry.ts';
import { placeInConsole } from './read-console-entries.ts';

/** The entry of a product as an operator wrote it. */
export interface EditedEntry {
  text: string;
  slug: string;
  /** Slugs by kind, from 1. */
  tags: string[][];
}

export type EntryMistake = Omit<Mistake, 'file'>;

export type ReadEditedEntry =
  | { ok: true; product: CatalogueProduct }
  | { ok: false; mistakes: EntryMistake[] };

/** Reads it as a file is read. A product keeps its slug, by which calls and links name it. */
export function readEditedEntry({ text, slug, tags }: EditedEntry): ReadEditedEntry {
  const file = new CatalogueFile(consoleOwner, text);
  const product = file.mistakes.length > 0 ? undefined : readEntry(file, placeInConsole(slug, tags));
  if (product && product.row.slug !== slug)
    file.add(['slug'], `Expected the slug ${slug}, which a product keeps for its callers.`);
  if (product && file.mistakes.length === 0) return { ok: true, product };
  return {
    ok: false,
    mistakes: file.mistakes.map(({ line, column, expected }) => ({ line, column, expected })),
  };
}
