import { z } from 'zod';
import { cacheableJson } from '../../server/http/response.ts';
import { endpoint } from '../../server/http/endpoint.ts';
import { openapiDocument } from '../../server/http/openapi-document.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  method: 'GET',
  query: z.object({}),
  kept: true,
  handle: () => cacheableJson(openapiDocument()),
});
