import { existsSync } from 'node:fs';
import type { PrismaClient } from '../store/sqlite/database.ts';
import type { PlaceOperationsPayload } from '../store/sqlite/jobs/place-operations.ts';
import type { ProductOwner } from '../store/sqlite/jobs/product-owner.ts';
import type { PublishedApi } from '../store/sqlite/jobs/publish-api.ts';
import type { Catalogue } from './read-catalogue.ts';

type Place = PlaceOperationsPayload['places'][number];

export interface PlannedApi {
  row: PublishedApi;
  /** The file, as mistakes call it. */
  file: string;
  /** The file that published it before, if any. */
  before: ProductOwner | null;
  change: 'created' | 'changed' | 'unchanged';
  /** The parts of a changed API that change, in words. */
  parts: string[];
  operations: number;
  absent: number;
}

/** The changes that an apply makes to APIs. */
export interface ApiPlan {
  apis: PlannedApi[];
  /** Products that belong to another API than before, to none any more, or stand elsewhere among its operations. */
  places: Place[];
  /** Slugs of APIs whose file is gone, or has another slug now. */
  removed: string[];
}

/** SQLite takes 32,766 variables in a statement. */
const readAtOnce = 500;

export async function planApis(database: PrismaClient, catalogue: Catalogue): Promise<ApiPlan> {
  const places = await changedPlaces(database, catalogue);
  const apis = await Promise.all(catalogue.apis.map((api) => planApi(database, api, places)));
  return { apis, places, removed: await removedApis(database, catalogue) };
}

async function planApi(
  database: PrismaClient,
  { file, row, operations, absent }: Catalogue['apis'][number],
  places: Place[],
): Promise<PlannedApi> {
  const stored = await database.api.findUnique({ where: { slug: row.slug }, include: { provider: true } });
  const planned = { row, file, operations: operations.length, absent };
  if (!stored) return { ...planned, before: null, change: 'created', parts: [] };
  const before = { ...stored, provider: stored.provider.slug };
  const named = ['name', 'version', 'provider', 'url', 'summary', 'doc', 'groups'] as const;
  const parts: string[] = named.filter((part) => before[part] !== row[part]);
  if (places.some(({ api }) => api === row.slug)) parts.push('operations');
  const change = parts.length > 0 ? 'changed' : 'unchanged';
  return { ...planned, before: { file: stored.file, source: stored.source }, change, parts };
}

/**
 * Compares where the products of the catalogue belong with where they do now. A product leaves its API where the file of
 * the API is in the catalogue and does not name it: of an API of another folder a part may be applied by itself.
 */
async function changedPlaces(database: PrismaClient, { products, apis }: Catalogue): Promise<Place[]> {
  const wanted = new Map(
    apis.flatMap(({ row, operations }) =>
      operations.map((place): [string, Place] => [place.slug, { ...place, api: row.slug }]),
    ),
  );
  const stored = await storedPlaces(
    database,
    products.map(({ row }) => row.slug),
  );
  const present = new Set<string | null>(apis.map(({ row }) => row.slug));
  return products.flatMap(({ row: { slug } }) => {
    const before = stored.get(slug);
    const after = wanted.get(slug);
    if (!after) return before && present.has(before.api) ? [{ ...before, api: null }] : [];
    const isSame =
      before?.api === after.api &&
      before.groupIndex === after.groupIndex &&
      before.position === after.position;
    return isSame ? [] : [after];
  });
}

async function storedPlaces(database: PrismaClient, slugs: string[]): Promise<Map<string, Place>> {
  const places = new Map<string, Place>();
  for (let start = 0; start < slugs.length; start += readAtOnce) {
    const found = await database.apiOperation.findMany({
      where: { product: { slug: { in: slugs.slice(start, start + readAtOnce) } } },
      select: {
        groupIndex: true,
        position: true,
        product: { select: { slug: true } },
        api: { select: { slug: true } },
      },
    });
    for (const { product, api, ...place } of found)
      places.set(product.slug, { slug: product.slug, api: api.slug, ...place });
  }
  return places;
}

/** An API goes with its file: where that has another slug now, or is no longer there while its products are. */
async function removedApis(database: PrismaClient, { products, apis }: Catalogue): Promise<string[]> {
  const slugs = new Set(apis.map(({ row }) => row.slug));
  const files = new Set(apis.map(({ row }) => row.owner.file));
  const present = new Set(products.map(({ row }) => row.slug));
  const stored = await database.api.findMany({
    select: { key: true, slug: true, file: true },
    orderBy: { slug: 'asc' },
  });
  const removed: string[] = [];
  for (const { key, slug, file } of stored) {
    if (slugs.has(slug)) continue;
    if (files.has(file) || (!existsSync(file) && (await hasProductOf(database, key, present))))
      removed.push(slug);
  }
  return removed;
}

async function hasProductOf(database: PrismaClient, apiKey: number, slugs: Set<string>): Promise<boolean> {
  const operations = await database.apiOperation.findMany({
    where: { apiKey },
    select: { product: { select: { slug: true } } },
  });
  return operations.some(({ product }) => slugs.has(product.slug));
}
