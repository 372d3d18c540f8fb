import { existsSync } from 'node:fs';
import { isTellingSource } from '../../lib/import/document-identity.ts';
import type { ProductOwner } from '../store/product-owner.ts';
import { isWithin } from './folder-files.ts';

/**
 * Whether an entry of the folder that is applied may publish what another one published before. A document owns its
 * products wherever its drafts lie, so that its next version updates them; but only the same operation is known to be
 * the same product, and only where the source tells the document from others. All else belongs to its file, as long as
 * that is there: within one folder entries may be moved, and so may the folder.
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

/** Whether the folder that is applied may replace what a file published: one of its own, or one that is gone. */
export function isFreeFor(file: string, folder: string): boolean {
  return isWithin(folder, file) || !existsSync(file);
}

/** An owner as a person is told of it. */
export function ownerText({ file, source }: ProductOwner): string {
  return source === null ? file : `${file} (${source})`;
}
