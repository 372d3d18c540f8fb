import { z } from 'zod';
import { endpoint } from '../../../server/http/endpoint.ts';
import { freshResponse } from '../../../server/http/response.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  method: 'GET',
  query: z.object({}),
  handle: async ({ context }) =>
    freshResponse(200, 'application/json', JSON.stringify(await context.readiness.check())),
});
