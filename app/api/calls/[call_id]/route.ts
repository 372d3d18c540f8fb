import { z } from 'zod';
import { readReceipt } from '../../../../server/calls/read-receipt.ts';
import { endpoint } from '../../../../server/http/endpoint.ts';
import { privateJson } from '../../../../server/http/private-response.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  method: 'GET',
  query: z.object({}),
  handle: async ({ context, identify, params }) => {
    const identity = await identify();
    return privateJson(identity, await readReceipt(context, identity.caller, params['call_id'] ?? ''));
  },
});
