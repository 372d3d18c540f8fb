import { endpoint } from '../../../../server/http/endpoint.ts';
import { cacheableText } from '../../../../server/http/response.ts';
import { infoQuery, readProduct } from '../../../../server/products/read-product.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  method: 'GET',
  query: infoQuery,
  isCached: () => true,
  handle: async ({ context, query }) => {
    const { text } = await readProduct(context, query);
    return cacheableText(text.toString(), 'application/json');
  },
});
