import { callListQuery, listCalls } from '../../../server/calls/list-calls.ts';
import { callerOf } from '../../../server/http/caller-of.ts';
import { endpoint } from '../../../server/http/endpoint.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  method: 'GET',
  query: callListQuery,
  handle: async (call) => listCalls(call.query, await callerOf(call)),
});
