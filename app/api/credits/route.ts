import { principalOf } from '../../../server/calls/principal-of.ts';
import { creditsQuery, readCredits } from '../../../server/calls/read-credits.ts';
import { endpoint } from '../../../server/endpoint.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  method: 'GET',
  query: creditsQuery,
  handle: async (call) => readCredits(call.query, await principalOf(call)),
});
