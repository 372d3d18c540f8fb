import { z } from 'zod';
import { callerOf } from '../../../../server/http/caller-of.ts';
import { readReceipt } from '../../../../server/calls/read-receipt.ts';
import { endpoint } from '../../../../server/http/endpoint.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  method: 'GET',
  query: z.object({}),
  handle: async (call) => readReceipt(call.params['call_id'] ?? '', await callerOf(call)),
});
