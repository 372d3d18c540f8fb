import { creditsQuery, readCredits } from '../../../server/calls/read-credits.ts';
import { endpoint } from '../../../server/http/endpoint.ts';
import { privateJson } from '../../../server/http/private-response.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  method: 'GET',
  query: creditsQuery,
  handle: async ({ context, identify, query }) => {
    const identity = await identify();
    return privateJson(identity, await readCredits(context, identity.caller, query));
  },
});
