import { didYouMean } from '../lib/text/closest-name.ts';
import type { Publications } from '../server/store/publications.ts';
import { type EgressAllow, nothingAllowed } from '../server/gateway/egress-allow.ts';
import { onlineHindrance } from '../server/products/online-hindrance.ts';
import { type DataPlace, withStoreOf } from './open-data.ts';
import { Refusal } from './refusal.ts';

/** A limit for memory: past it, a mistyped slug gets no suggestion. */
const mostGuesses = 5_000;

/** Changes all of the products, or none if one of them cannot change. */
export async function changeStatus(
  place: DataPlace,
  status: 'online' | 'offline',
  slugs: string[],
  say: (text: string) => void,
  egressAllow: EgressAllow = nothingAllowed,
): Promise<void> {
  await withStoreOf(place, async ({ writer, publications }) => {
    for (const slug of slugs) await refuseImpossible(publications, status, slug, egressAllow);
    const now = Date.now();
    const { changed } = await writer.run('set-status', { slugs, status: status === 'online' ? 1 : 0, now });
    for (const slug of slugs)
      say(`${slug} ${changed.includes(slug) ? `is ${status}` : `was already ${status}`}.\n`);
  });
}

async function refuseImpossible(
  publications: Publications,
  status: string,
  slug: string,
  egressAllow: EgressAllow,
): Promise<void> {
  const [product] = await publications.products([slug]);
  if (!product) {
    const guess = didYouMean(slug, await publications.productSlugs(mostGuesses));
    throw new Refusal(`There is no product "${slug}".${guess || ' Publish it with farebox apply.'}`);
  }
  if (status === 'offline') return;
  const problem = onlineHindrance(product, egressAllow);
  if (problem !== undefined) throw new Refusal(`${slug} cannot go online. ${problem}`);
}
