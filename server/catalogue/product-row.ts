import { createHash } from 'node:crypto';
import { foldedText } from '../../lib/text/folded-text.ts';
import type { PriceBounds } from '../../lib/price/bounds.ts';
import type { Template } from '../../lib/operation/template.ts';
import type { PublishedProduct } from '../store/catalogue-changes.ts';

export interface ProductToPublish {
  slug: string;
  name: string;
  /** Null keeps the status of a published product; a new one is offline. */
  status: PublishedProduct['status'];
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
    priceFrom: price.from,
    priceTo: price.to,
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
