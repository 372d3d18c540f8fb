import { z } from 'zod';
import { prepareJson } from '../../../server/answer.ts';
import { publishedReceiptKey } from '../../../server/calls/receipt-key.ts';
import { endpoint } from '../../../server/endpoint.ts';
import { portal } from '../../../server/portal.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  method: 'GET',
  query: z.object({}),
  handle: () => prepareJson(publishedReceiptKey(portal().secret)),
});
