import { creditsQuery, readCredits } from '../../../server/calls/read-credits.ts';
import { readSpendable } from '../../../server/calls/spendable.ts';
import { endpoint } from '../../../server/http/endpoint.ts';
import { privateJson } from '../../../server/http/private-response.ts';
import { requireProduct } from '../../../server/products/find-product.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  method: 'GET',
  query: creditsQuery,
  handle: async ({ context, identify, query: { product, ...page } }) => {
    const identity = await identify();
    const { caller } = identity;
    const found = product === undefined ? undefined : await requireProduct(context, product);
    const { spendable } = await readSpendable(context, caller, found);
    return privateJson(identity, { ...(await readCredits(context, caller, page)), spendable });
  },
});
