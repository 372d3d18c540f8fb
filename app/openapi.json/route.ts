import { z } from 'zod';
import { endpoint } from '../../server/http/endpoint.ts';
import { openapiDocument } from '../../server/http/openapi-document.ts';
import { cacheableJson } from '../../server/http/response.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  method: 'GET',
  query: z.object({}),
  isCached: () => true,
  handle: ({ context }) => cacheableJson(openapiDocument(context.settings.url)),
});
