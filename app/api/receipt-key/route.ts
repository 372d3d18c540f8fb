import { z } from 'zod';
import { cacheableJson } from '../../../server/http/response.ts';
import { publishedReceiptKey } from '../../../server/calls/receipt-key.ts';
import { endpoint } from '../../../server/http/endpoint.ts';
import { portal } from '../../../server/portal/portal.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  method: 'GET',
  query: z.object({}),
  handle: () => cacheableJson(publishedReceiptKey(portal().secret)),
});
