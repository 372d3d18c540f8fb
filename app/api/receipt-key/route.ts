import { z } from 'zod';
import { publishedReceiptKey } from '../../../server/calls/receipt-key.ts';
import { endpoint } from '../../../server/http/endpoint.ts';
import { cacheableJson } from '../../../server/http/response.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  method: 'GET',
  query: z.object({}),
  handle: ({ context }) => cacheableJson(publishedReceiptKey(context.secret)),
});
