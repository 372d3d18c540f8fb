import { endpoint } from '../../../../server/http/endpoint.ts';
import { playground, playgroundQuery } from '../../../../server/products/playground.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  method: 'GET',
  query: playgroundQuery,
  handle: async ({ query, body }) => playground(query, await body()),
});
