import { ExplainedError } from '../../lib/problem/problem.ts';
import { countOf } from '../../lib/text/numbers.ts';
import { SettingsError } from '../env.ts';
import { type EgressAllow, nothingAllowed } from '../gateway/egress-allow.ts';
import type { PublishedProduct, OwnerClaim, OwnedProduct } from '../store/catalogue/published-product.ts';
import type { Store } from '../store/store.ts';
import type { Writer } from '../store/writer.ts';
import { mistakeText } from './catalogue-file.ts';
import { ownerText } from './product-row.ts';
import type { ApiPlan } from './plan-apis.ts';
import { newOwners, otherPlanned, type Plan, planCatalogue } from './plan.ts';
import { readCatalogue } from './read-catalogue.ts';

/** Together they take about 10 ms, so other writes wait only briefly. */
const productsAtOnce = 32;
const bytesAtOnce = 128 * 1024;
const tagsAtOnce = 200;
const slugsAtOnce = 200;
const placesAtOnce = 200;

/** An apply that stopped early. Its changes stay, and the next apply continues. */
class ApplyInterrupted extends ExplainedError {
  override name = 'ApplyInterrupted';
}

/**
 * Carries out a plan. Each product changes atomically; the plan as a whole does not. Without `takeOver` it stops at the
 * first product that another apply has published since the plan was made.
 */
export async function applyPlan(writer: Writer, plan: Plan, { takeOver = false } = {}): Promise<void> {
  const { tags, synonyms, products, apis, pruned } = plan;
  const now = Date.now();
  const claim = <Claim extends OwnerClaim>(claimed: Claim): Claim =>
    takeOver ? { ...claimed, before: undefined } : claimed;
  const rows = products
    .filter(({ change }) => change !== 'unchanged')
    .map(({ row, before }) => claim({ ...row, before }));
  let done = 0;
  try {
    for (const slice of slices(tags, tagsAtOnce)) {
      const { changed } = await writer.run('publish-tags', { tags: slice });
      for (const tagKey of changed) await refreshProducts(writer, tagKey);
    }
    if (synonyms) await writer.run('publish-synonyms', synonyms);
    await publishProducts(writer, rows, now, (published) => {
      done = published;
    });
    for (const owners of slices(newOwners(plan).map(claim), slugsAtOnce)) {
      const { taken } = await writer.run('own-products', { owners });
      refuseTaken(taken);
    }
    await applyApis(writer, apis, now);
    for (const slugs of slices(pruned, slugsAtOnce))
      await writer.run('set-status', { slugs, status: 0, now });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const message = `${done} of ${countOf(rows.length, 'product')} ${done === 1 || rows.length === 1 ? 'was' : 'were'} published, then: ${reason} Apply again to continue.`;
    throw new ApplyInterrupted(message, { cause: error });
  }
}

/** Publishes products in chunks and returns their number. Their tags must be published before. */
async function publishProducts(
  writer: Writer,
  rows: Iterable<PublishedProduct>,
  now = Date.now(),
  onProgress: (published: number) => void = () => {},
): Promise<number> {
  let published = 0;
  for (const products of chunks(rows)) {
    const { taken, refused = [] } = await writer.run('publish', { products, now });
    refuseTaken(taken);
    for (const { slug } of refused) throw new Error(otherPlanned(slug));
    published += products.length;
    onProgress(published);
  }
  return published;
}

function refuseTaken([first]: OwnedProduct[] = []): void {
  if (first)
    throw new Error(
      `The product "${first.slug}" now belongs to ${ownerText(first)}, which was applied at the same time.`,
    );
}

/** Publishes APIs and the places of their products. The products must be published before. */
async function applyApis(
  writer: Writer,
  { apis, places, removed }: ApiPlan,
  now = Date.now(),
): Promise<void> {
  for (const { row, before, change } of apis) {
    const isOwned = before?.file === row.owner.file && before.source === row.owner.source;
    if (change !== 'unchanged' || !isOwned) await writer.run('publish-api', { api: row, now });
  }
  for (const slice of slices(places, placesAtOnce)) await writer.run('place-operations', { places: slice });
  for (const slug of removed) await writer.run('remove-api', { slug });
}

async function refreshProducts(writer: Writer, tagKey: number): Promise<void> {
  let afterKey: number | null = 0;
  while (afterKey !== null) {
    const { lastKey }: { lastKey: number | null } = await writer.run('refresh-products', {
      tagKey,
      afterKey,
    });
    afterKey = lastKey;
  }
}

/** Products that are written together. */
export function* chunks(rows: Iterable<PublishedProduct>): Generator<PublishedProduct[]> {
  let chunk: PublishedProduct[] = [];
  let bytes = 0;
  for (const row of rows) {
    const size = row.doc.length + row.introduction.length + row.template.document.length;
    if (chunk.length >= productsAtOnce || (chunk.length > 0 && bytes + size > bytesAtOnce)) {
      yield chunk;
      chunk = [];
      bytes = 0;
    }
    chunk.push(row);
    bytes += size;
  }
  if (chunk.length > 0) yield chunk;
}

function* slices<Item>(items: Item[], size: number): Generator<Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}

/** Loads the shipped catalogue into an empty database, all products at once in case the start is interrupted. */
export async function loadShippedCatalogue(
  { publications, writer }: Pick<Store, 'publications' | 'writer'>,
  shipped: string,
  egressAllow: EgressAllow = nothingAllowed,
): Promise<void> {
  if (await publications.hasProducts()) return;
  const reading = readCatalogue(shipped, egressAllow);
  if (!reading.ok)
    throw new SettingsError(
      `The shipped catalogue has mistakes:\n${reading.mistakes.map(mistakeText).join('\n')}`,
    );
  const { tags, synonyms, products, apis } = await planCatalogue(publications, reading.catalogue, false);
  await writer.run('publish-tags', { tags });
  if (synonyms) await writer.run('publish-synonyms', synonyms);
  await writer.run('publish', { products: products.map(({ row }) => row), now: Date.now() });
  await applyApis(writer, apis);
}
