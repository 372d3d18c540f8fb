import type {
  OperatorProduct,
  ProductRelease,
  ProductReleaseList,
  ReleasedProduct,
} from '../../lib/operator/products.ts';
import { yamlText } from '../../lib/import/document/read-yaml.ts';
import { Problem } from '../../lib/problem/problem.ts';
import { differenceOf } from '../catalogue/compare-products.ts';
import { entryOf } from '../catalogue/export-catalogue.ts';
import type { Context } from '../context.ts';
import type { PageWish } from '../store/prisma-reads.ts';
import { visibilityOf } from '../store/catalogue/audience.ts';
import type { StoredProduct, StoredRelease } from '../store/catalogue/read-publications.ts';

/** A product as operators look after it. */
export async function readOperatorProduct(context: Context, slug: string): Promise<OperatorProduct> {
  const product = await findPublished(context, slug);
  const { id, name, status, visibility, approval, file, source, archivedAt, wasOnline } = product;
  const { publications } = context.store;
  const { releases } = await publications.releases(slug, { before: undefined, most: 1 });
  const [place] = await publications.places([slug]);
  const terms = await context.store.pages.termsOf(slug);
  return {
    ...{ id, slug, name, status: status === 1 ? 'online' : 'offline', keptIn: file, source },
    archivedAt: archivedAt?.toISOString() ?? null,
    wasOnline: wasOnline === 1,
    api: place?.api ?? null,
    visibility: visibilityOf(visibility),
    approval: approval === 1 ? 'required' : 'none',
    terms: terms ? { page: terms.slug, title: terms.title } : null,
    release: releases[0]?.number ?? 0,
    entry: yamlText(entryOf(product)),
  };
}

/** What was published of a product, and by whom. */
export async function listReleases(
  context: Context,
  slug: string,
  { before, most }: PageWish,
): Promise<ProductReleaseList> {
  await findPublished(context, slug);
  const { releases, hasMore } = await context.store.publications.releases(slug, { before, most });
  return {
    list: await withNames(context, releases),
    next: hasMore ? (releases.at(-1)?.number ?? null) : null,
  };
}

/** A release as a file, beside the one before it. */
export async function readRelease(context: Context, slug: string, wanted: string): Promise<ReleasedProduct> {
  const number = /^[1-9]\d{0,8}$/.test(wanted) ? Number(wanted) : 0;
  const { source, status, visibility, approval, terms } = await findPublished(context, slug);
  const { releases } = await context.store.publications.releases(slug, { before: number + 1, most: 1 });
  const [found] = releases.filter((release) => release.number === number);
  const [release] = found ? await withNames(context, [found]) : [];
  if (!found || !release)
    throw new Problem('not-found', `The product ${slug} has no release ${wanted.slice(0, 20)}.`);
  const entryText = (one: NonNullable<StoredRelease['previous']>) =>
    yamlText(entryOf({ ...one, slug, source, status, visibility, approval, terms }));
  return { release, entry: entryText(found), previous: found.previous && entryText(found.previous) };
}

export async function findPublished({ store }: Pick<Context, 'store'>, slug: string): Promise<StoredProduct> {
  const [product] = await store.publications.products([slug]);
  if (!product)
    throw new Problem(
      'not-found',
      `There is no product with the slug ${JSON.stringify(slug.slice(0, 200))}.`,
    );
  return product;
}

async function withNames({ store }: Context, releases: StoredRelease[]): Promise<ProductRelease[]> {
  const idsOf = (kind: string) => [
    ...new Set(releases.flatMap(({ authorKind, authorId }) => (authorKind === kind ? (authorId ?? []) : []))),
  ];
  const [people, keys] = await Promise.all([
    store.people.namesOf(idsOf('person')),
    store.accounts.keyNamesOf(idsOf('key')),
  ]);
  const names = new Map([...people, ...keys]);
  return releases.map((release) => {
    const { number, publishedAt, authorKind, authorId, reason, file, previous } = release;
    const difference = previous && differenceOf(previous, release);
    return {
      ...{ number, at: publishedAt.toISOString(), reason, from: file },
      by: { kind: authorKind, id: authorId, name: names.get(authorId ?? '') ?? null },
      changed: difference ? [...difference.parts, ...(difference.price ? ['price'] : [])] : [],
      mayCostMore: difference?.price?.mayCostMore ?? null,
      breaking: difference?.breaking ?? [],
    };
  });
}
