import { z } from 'zod';
import { portal } from '../portal.ts';
import { type ProductRow, readProductRows } from './sqlite-search.ts';

/** A product as it is asked for again and again: its names, and the two forms in which it is answered, as JSON. */
export interface ProductRecord {
  key: number;
  id: string;
  slug: string;
  status: number;
  versionKey: number;
  templateId: string;
  full: string;
  /** Without `doc`. */
  card: string;
}

const introduction = z.array(z.object({ title: z.string(), text: z.string() }));

/** The products of these keys, in their order; what is not at hand is read in one query. */
export async function readProducts(keys: readonly number[]): Promise<ProductRecord[]> {
  const { products } = portal().cache;
  const records = new Map<number, ProductRecord>();
  for (const key of keys) {
    const kept = products.get(key);
    if (kept) records.set(key, kept);
  }
  const missing = keys.filter((key) => !records.has(key));
  if (missing.length > 0) {
    const { generation } = products;
    for (const row of await readProductRows(missing)) {
      const record = productRecord(row);
      records.set(row.key, record);
      products.set(row.key, record, generation);
    }
  }
  return keys.flatMap((key) => records.get(key) ?? []);
}

/** No id is longer, and no slug: what is need not be looked for. */
const longestName = 200;

/** By id or slug, and where `orTemplate` by the id of its template first. */
export async function findProduct(name: string, orTemplate = false): Promise<ProductRecord | undefined> {
  if (name.length > longestName) return undefined;
  const { names } = portal().cache;
  const key = await names.getOrMake(`${orTemplate ? 'template' : 'product'} ${name}`, () =>
    findKey(name, orTemplate),
  );
  if (key === 0) return undefined;
  const [record] = await readProducts([key]);
  return record;
}

async function findKey(name: string, orTemplate: boolean): Promise<number> {
  const { product } = portal().database;
  const select = { key: true };
  const byTemplate = orTemplate
    ? await product.findFirst({
        where: { version: { template: { id: name } } },
        orderBy: { key: 'asc' },
        select,
      })
    : null;
  const found =
    byTemplate ??
    (await product.findUnique({ where: { id: name }, select })) ??
    (await product.findUnique({ where: { slug: name }, select }));
  return found?.key ?? 0;
}

function productRecord(row: ProductRow): ProductRecord {
  const ofKind = (kind: number) => row.tags.filter((tag) => tag.kind === kind).map(tagValue);
  const card = {
    abilities: ofKind(3),
    apiTemplateID: row.templateId,
    description: introduction.parse(JSON.parse(row.introduction)),
    id: row.id,
    labels: ofKind(4),
    name: row.name,
    price: { from: row.priceFrom, to: row.priceTo },
    provider: ofKind(2)[0],
    slug: row.slug,
    status: row.status,
    type: ofKind(1)[0],
  };
  return {
    key: row.key,
    id: row.id,
    slug: row.slug,
    status: row.status,
    versionKey: row.versionKey,
    templateId: row.templateId,
    card: JSON.stringify(card),
    full: JSON.stringify({ ...card, doc: row.doc }),
  };
}

export function tagValue({ kind, slug, name, icon, url }: ProductRow['tags'][number]) {
  return { id: `tag_${kind}_${slug}`, slug, name, ...(icon && { icon }), ...(url && { url }) };
}
