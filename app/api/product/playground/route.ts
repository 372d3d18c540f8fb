import { endpoint } from '../../../../server/http/endpoint.ts';
import { cacheableJson } from '../../../../server/http/response.ts';
import { portal } from '../../../../server/portal/current-portal.ts';
import {
  findTemplate,
  playgroundQuery,
  readFullPlayground,
  readPlayground,
} from '../../../../server/products/read-playground.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  method: 'GET',
  query: playgroundQuery,
  handle: async ({ context, query, body }) => {
    const product = await findTemplate(context, query, await body());
    const { detail = '' } = query;
    const read = detail === 'full' ? readFullPlayground : readPlayground;
    return portal().responses.getOrMake(`playground ${product.versionKey} ${detail}`, async () =>
      cacheableJson(await read(context, product)),
    );
  },
});
