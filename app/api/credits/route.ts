import { callerOf } from '../../../server/http/caller-of.ts';
import { creditsQuery, readCredits } from '../../../server/calls/read-credits.ts';
import { endpoint } from '../../../server/http/endpoint.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  method: 'GET',
  query: creditsQuery,
  handle: async (call) => readCredits(call.query, await callerOf(call)),
});
