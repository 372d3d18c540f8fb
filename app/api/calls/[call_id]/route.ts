import { z } from 'zod';
import { principalOf } from '../../../../server/calls/principal-of.ts';
import { readReceipt } from '../../../../server/calls/read-receipt.ts';
import { endpoint } from '../../../../server/endpoint.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  method: 'GET',
  query: z.object({}),
  handle: async (call) => readReceipt(call.params['call_id'] ?? '', await principalOf(call)),
});
