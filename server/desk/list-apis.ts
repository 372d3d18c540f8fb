import { z } from 'zod';
import type { OperatorApiList } from '../../lib/operator/apis.ts';
import { apiOrders } from '../../lib/operator/list-orders.ts';
import { foldedText } from '../../lib/text/names.ts';
import type { Context } from '../context.ts';
import { upstreamSecretNames } from '../env.ts';
import { filterText, keptParameter, orderedParameters, orderedWish, ownerOf } from '../list-parameters.ts';

export const apisQuery = z.object({
  q: filterText('Only APIs whose name or slug has this text.'),
  kept: keptParameter('APIs'),
  ...orderedParameters(apiOrders),
});

/** Of the credentials that are missing, so many are looked for in the products of a page. */
const mostMissing = 50;

/** The APIs by name, online or not, with how their products are. */
export async function listApis(
  { store }: Pick<Context, 'store'>,
  { q, kept, ...query }: z.output<typeof apisQuery>,
): Promise<OperatorApiList> {
  const { rows, next } = await store.apis.list(
    { named: q === undefined ? undefined : foldedText(q), owner: ownerOf(kept) },
    orderedWish(query),
  );
  const keys = rows.map(({ key }) => key);
  const [countsOf, missing] = await Promise.all([
    store.apis.countProducts(keys),
    store.credentials.missing(upstreamSecretNames(), mostMissing),
  ]);
  const needed = await store.apis.credentialsNeeded(keys, missing);
  const list = rows.map(({ key, file, updatedAt, ...api }) => {
    const { products, online, archived } = countsOf(key);
    return {
      ...{ ...api, keptIn: file, products, online, archived },
      missing: needed.get(key) ?? [],
      changedAt: updatedAt.toISOString(),
    };
  });
  return { list, next };
}
