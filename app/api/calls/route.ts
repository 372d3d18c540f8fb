import { callListQuery, listCalls } from '../../../server/calls/list-calls.ts';
import { csvResponse, wantsCsv } from '../../../server/http/csv-response.ts';
import { endpoint } from '../../../server/http/endpoint.ts';
import { privateJson } from '../../../server/http/private-response.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  method: 'GET',
  query: callListQuery,
  handle: async ({ context, identify, query, request }) => {
    const identity = await identify();
    const calls = await listCalls(context, identity.caller, query);
    if (!wantsCsv(request)) return privateJson(identity, calls);
    return csvResponse(
      identity,
      request,
      { list: calls.list },
      {
        call: ({ id }) => id,
        key: ({ key }) => key && key.id,
        'key name': ({ key }) => key && key.name,
        person: ({ person }) => person && person.id,
        'person name': ({ person }) => person && person.name,
        request: ({ requestId }) => requestId,
        product: ({ product }) => product.slug,
        'product name': ({ product }) => product.name,
        began: ({ startedAt }) => startedAt,
        ended: ({ settledAt }) => settledAt,
        state: ({ state }) => state,
        outcome: ({ outcome }) => outcome,
        problem: ({ problem }) => problem,
        'quoted credits': ({ quoted }) => quoted,
        'charged credits': ({ charged }) => charged,
      },
    );
  },
});
