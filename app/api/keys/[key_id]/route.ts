import { z } from 'zod';
import { revokeKey } from '../../../../server/callers/revoke-key.ts';
import { endpoint } from '../../../../server/http/endpoint.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  method: 'DELETE',
  query: z.object({}),
  handle: revokeKey,
});
