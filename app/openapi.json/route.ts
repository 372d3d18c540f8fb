import { z } from 'zod';
import { prepareJson } from '../../server/answer.ts';
import { endpoint } from '../../server/endpoint.ts';
import { openapiDocument } from '../../server/openapi-document.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  method: 'GET',
  query: z.object({}),
  kept: true,
  handle: () => prepareJson(openapiDocument()),
});
