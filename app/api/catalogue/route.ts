import { endpoint } from '../../../server/http/endpoint.ts';
import { catalogueQuery, listCatalogue } from '../../../server/products/list-catalogue.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  method: 'GET',
  query: catalogueQuery,
  // What is popular depends on the day, however the letters of the parameter are written.
  kept: (address) => !/popular|%[67]/.test(address),
  handle: ({ query }) => listCatalogue(query),
});
