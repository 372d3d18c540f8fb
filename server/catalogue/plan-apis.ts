import { consoleOwner } from '../store/catalogue/audience.ts';
import { existsSync } from 'node:fs';
import type { Publications } from '../store/catalogue/read-publications.ts';
import type { PublishedApi } from '../store/catalogue/catalogue-jobs.ts';
import type { ProductOwner } from '../store/catalogue/published-product.ts';

import type { Catalogue } from './read-catalogue.ts';
import type { Payload } from '../store/writer.ts';

type Place = Payload<'place-operations'>['places'][number];

export interface PlannedApi {
  row: PublishedApi;
  /** The file name in messages. */
  file: string;
  /** The file that published it before, if any. */
  before: ProductOwner | null;
  change: 'created' | 'changed' | 'unchanged';
  /** The changed parts of the API, in words. */
  parts: string[];
  operations: number;
  absent: number;
}

export interface ApiPlan {
  apis: PlannedApi[];
  /** Products whose API or place in it changes. */
  places: Place[];
  /** Slugs of APIs whose file is gone or has a new slug. */
  removed: string[];
}

/** A database statement may have tens of thousands of variables. */
const readAtOnce = 500;

export async function planApis(publications: Publications, catalogue: Catalogue): Promise<ApiPlan> {
  const places = await changedPlaces(publications, catalogue);
  const merged = await publications.mergedTags();
  const current = catalogue.apis.map((api) => {
    const provider = merged.get(`2 ${api.row.provider}`) ?? api.row.provider;
    return { ...api, row: { ...api.row, provider } };
  });
  const apis = await Promise.all(current.map((api) => planApi(publications, api, places)));
  return { apis, places, removed: await removedApis(publications, catalogue) };
}

async function planApi(
  publications: Publications,
  { file, row, operations, absent }: Catalogue['apis'][number],
  places: Place[],
): Promise<PlannedApi> {
  const stored = await publications.findApi(row.slug);
  const planned = { row, file, operations: operations.length, absent };
  if (!stored) return { ...planned, before: null, change: 'created', parts: [] };
  const named = ['name', 'version', 'provider', 'url', 'summary', 'doc', 'groups'] as const;
  const parts: string[] = named.filter((part) => stored[part] !== row[part]);
  if (places.some(({ api }) => api === row.slug)) parts.push('operations');
  const change = parts.length > 0 ? 'changed' : 'unchanged';
  return { ...planned, before: { file: stored.file, source: stored.source }, change, parts };
}

/**
 * Compares the places of products with the published ones. A product leaves its API only if the catalogue has the API's
 * file and that does not list it: a folder may contain only a part of another folder's API.
 */
async function changedPlaces(publications: Publications, { products, apis }: Catalogue): Promise<Place[]> {
  const wanted = new Map(
    apis.flatMap(({ row, operations }) =>
      operations.map((place): [string, Place] => [place.slug, { ...place, api: row.slug }]),
    ),
  );
  const stored = await storedPlaces(
    publications,
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

async function storedPlaces(publications: Publications, slugs: string[]): Promise<Map<string, Place>> {
  const places = new Map<string, Place>();
  for (let start = 0; start < slugs.length; start += readAtOnce) {
    for (const place of await publications.places(slugs.slice(start, start + readAtOnce)))
      places.set(place.slug, place);
  }
  return places;
}

/** An API is removed if its file has a new slug, or if its file is gone while its products remain. */
async function removedApis(
  publications: Publications,
  { folder, products, apis }: Catalogue,
): Promise<string[]> {
  if (folder === consoleOwner) return [];
  const slugs = new Set(apis.map(({ row }) => row.slug));
  const files = new Set(apis.map(({ row }) => row.owner.file));
  const present = new Set(products.map(({ row }) => row.slug));
  const removed: string[] = [];
  for (const { slug, file } of await publications.apiFiles()) {
    if (slugs.has(slug) || file === consoleOwner) continue;
    const hasProduct = async () =>
      (await publications.operationsOf(slug)).some((one) => present.has(one.slug));
    if (files.has(file) || (!existsSync(file) && (await hasProduct()))) removed.push(slug);
  }
  return removed;
}
