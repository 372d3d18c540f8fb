import { z } from 'zod';
import { prepareOnce } from '../../../server/answer.ts';
import { endpoint } from '../../../server/endpoint.ts';
import { health } from '../../../server/health.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  method: 'GET',
  query: z.object({}),
  handle: async () => prepareOnce(200, 'application/json', JSON.stringify(await health())),
});
