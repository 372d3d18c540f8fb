import { serveCall, callQuery } from '../../../../../../server/http/serve-call.ts';
import { endpoint } from '../../../../../../server/http/endpoint.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  method: 'POST',
  query: callQuery,
  handle: serveCall,
});
