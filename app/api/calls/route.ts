import { callListQuery, listCalls } from '../../../server/calls/list-calls.ts';
import { principalOf } from '../../../server/calls/principal-of.ts';
import { endpoint } from '../../../server/endpoint.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  method: 'GET',
  query: callListQuery,
  handle: async (call) => listCalls(call.query, await principalOf(call)),
});
