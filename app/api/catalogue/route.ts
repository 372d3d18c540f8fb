import { endpoint } from '../../../server/http/endpoint.ts';
import { catalogueResponse } from '../../../server/http/list-response.ts';
import { catalogueQuery, listCatalogue } from '../../../server/products/list-catalogue.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  method: 'GET',
  query: catalogueQuery,
  // Popularity changes with the day.
  isCached: ({ sort }) => sort !== 'popular',
  handle: async ({ context, query }) => catalogueResponse(query, await listCatalogue(context, query)),
});
