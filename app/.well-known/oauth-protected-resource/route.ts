import { z } from 'zod';
import { endpoint } from '../../../server/http/endpoint.ts';
import { cacheableJson } from '../../../server/http/response.ts';
import { resourceMetadata } from '../../../server/oauth/addresses.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  method: 'GET',
  query: z.object({}),
  handle: ({ context, request }) => cacheableJson(resourceMetadata(context.settings, request.url)),
});
