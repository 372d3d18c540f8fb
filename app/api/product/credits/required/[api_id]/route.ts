import { endpoint } from '../../../../../../server/http/endpoint.ts';
import { estimate } from '../../../../../../server/products/estimate.ts';
import { quoteQuery } from '../../../../../../server/products/quote-call.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  method: 'POST',
  query: quoteQuery,
  handle: estimate,
});
