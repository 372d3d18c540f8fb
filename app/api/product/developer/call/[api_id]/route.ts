import { callProduct, callQuery } from '../../../../../../server/calls/call-product.ts';
import { endpoint } from '../../../../../../server/http/endpoint.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  method: 'POST',
  query: callQuery,
  handle: callProduct,
});
