import { consoleOwner } from '../store/catalogue/audience.ts';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { isTellingSource } from '../../lib/import/document/document-identity.ts';
import type { Template } from '../../lib/operation/operation.ts';
import type { PriceBounds } from '../../lib/price/bounds.ts';
import { tagKinds } from '../../lib/product/tag-kinds.ts';
import { foldedText, didYouMean } from '../../lib/text/names.ts';
import type { PublishedProduct, ProductOwner, TagKind } from '../store/catalogue/published-product.ts';
import type { CatalogueFile, Path } from './catalogue-file.ts';
import { isWithin } from './read-doc.ts';

interface ProductToPublish {
  slug: string;
  name: string;
  /** Null keeps the status of a published product; a new one is offline. */
  status: PublishedProduct['status'];
  /** Without it, a published product keeps its own, and a new one is for everyone. */
  visibility?: PublishedProduct['visibility'];
  approval?: PublishedProduct['approval'];
  terms?: PublishedProduct['terms'];
  searchWords: string[];
  introduction: { title: string; text: string }[];
  doc: string;
  tags: PublishedProduct['tags'];
  template: Template;
  price: PriceBounds;
}

/** A product in the form of the writer. Its template keeps the order of keys, which is the order of the form. */
export function productRow({
  slug,
  name,
  status,
  visibility,
  approval,
  terms,
  searchWords,
  introduction,
  doc,
  tags,
  template,
  price,
}: ProductToPublish): PublishedProduct {
  const document = JSON.stringify(template);
  return {
    id: productId(slug),
    slug,
    name,
    sortName: foldedText(name),
    status,
    ...(visibility !== undefined && { visibility }),
    ...(approval !== undefined && { approval }),
    ...(terms !== undefined && { terms }),
    priceFrom: price.from,
    priceTo: price.to,
    ...(searchWords.length > 0 && { searchWords: JSON.stringify(searchWords) }),
    introduction: JSON.stringify(introduction),
    doc,
    tags,
    template: { id: templateId(slug), hash: createHash('sha256').update(document).digest('hex'), document },
  };
}

/** The same in every portal, so that links to a product work wherever its catalogue is published. */
export function productId(slug: string): string {
  return `prd_${idOf(slug)}`;
}

export function templateId(slug: string): string {
  return `tpl_${idOf(slug)}`;
}

export function apiId(slug: string): string {
  return `api_${idOf(slug)}`;
}

const base32 = 'abcdefghijklmnopqrstuvwxyz234567';

/** The first 80 bits of the slug's SHA-256: 16 letters of base32 with five bits each. */
function idOf(slug: string): string {
  let bits = BigInt(`0x${createHash('sha256').update(slug).digest('hex').slice(0, 20)}`);
  let text = '';
  for (let index = 0; index < 16; index++) {
    text = base32.charAt(Number(bits & 31n)) + text;
    bits >>= 5n;
  }
  return text;
}

/**
 * Whether an entry may replace a product that another one published. A document owns its products in any folder, so
 * that its next version updates them, but only if the operation is the same and the source is specific to the document.
 * Other products belong to their file as long as it exists. Entries may be moved within a folder, and the folder itself
 * may be moved. Between files and the console nothing changes hands by itself.
 */
export function mayPublish(
  owner: ProductOwner,
  entry: ProductOwner,
  folder: string,
  isSameOperation = true,
): boolean {
  if ((owner.file === consoleOwner) !== (entry.file === consoleOwner)) return false;
  if (owner.source !== null && entry.source !== null) {
    if (owner.source !== entry.source) return false;
    if (isSameOperation && isTellingSource(entry.source)) return true;
  }
  return owner.file === entry.file || isFreeFor(owner.file, folder);
}

/** Whether the applied folder may replace a product of this file: the file is its own, or it is gone. */
export function isFreeFor(file: string, folder: string): boolean {
  return file !== consoleOwner && (isWithin(folder, file) || !existsSync(file));
}

export function ownerText({ file, source }: ProductOwner): string {
  const place = file === consoleOwner ? 'the console' : file;
  return source === null ? place : `${place} (${source})`;
}

/** The tags in `tags.yaml`, and the message for unknown ones. */
export interface KnownTags {
  slugs(kind: TagKind): string[];
  /** The file that lists the tags. */
  source: string;
}

/** Adds a mistake for a tag that `tags.yaml` does not list. */
export function checkTag(
  file: CatalogueFile,
  at: Path,
  { kind, slug }: { kind: TagKind; slug: string },
  tags: KnownTags,
): void {
  const known = tags.slugs(kind);
  if (known.includes(slug)) return;
  const { list, one } = tagKinds[kind - 1] ?? tagKinds[0];
  const remedy = didYouMean(slug, known) || ` Add it to ${list} in that file, or use a listed one.`;
  file.add(at, `Expected a ${one} listed under ${list} in ${tags.source}; "${slug}" is not.${remedy}`);
}
