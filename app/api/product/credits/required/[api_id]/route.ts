import { endpoint } from '../../../../../../server/endpoint.ts';
import { quoteCall, quoteQuery } from '../../../../../../server/products/quote-call.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  method: 'POST',
  query: quoteQuery,
  handle: ({ params, query, body }) => quoteCall(params['api_id'] ?? '', query, body() ?? {}),
});
