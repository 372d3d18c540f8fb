import { existsSync } from 'node:fs';
import { isTellingSource } from '../../lib/import/document-identity.ts';
import type { ProductOwner } from '../store/product-owner.ts';
import { isWithin } from './folder-files.ts';

/**
 * Whether an entry may replace a product that another one published. A document owns its products in any folder, so
 * that its next version updates them, but only if the operation is the same and the source is specific to the document.
 * Other products belong to their file as long as it exists. Entries may be moved within a folder, and the folder itself
 * may be moved.
 */
export function mayPublish(
  owner: ProductOwner,
  entry: ProductOwner,
  folder: string,
  isSameOperation = true,
): boolean {
  if (owner.source !== null && entry.source !== null) {
    if (owner.source !== entry.source) return false;
    if (isSameOperation && isTellingSource(entry.source)) return true;
  }
  return owner.file === entry.file || isFreeFor(owner.file, folder);
}

/** Whether the applied folder may replace a product of this file: the file is its own, or it is gone. */
export function isFreeFor(file: string, folder: string): boolean {
  return isWithin(folder, file) || !existsSync(file);
}

export function ownerText({ file, source }: ProductOwner): string {
  return source === null ? file : `${file} (${source})`;
}
