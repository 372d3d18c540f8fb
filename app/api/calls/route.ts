import { callListQuery, listCalls } from '../../../server/calls/list-calls.ts';
import { endpoint } from '../../../server/http/endpoint.ts';
import { privateJson } from '../../../server/http/private-response.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  method: 'GET',
  query: callListQuery,
  handle: async ({ context, identify, query }) => {
    const identity = await identify();
    return privateJson(identity, await listCalls(context, identity.caller, query));
  },
});
