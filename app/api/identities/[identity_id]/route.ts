import { z } from 'zod';
import { endpoint } from '../../../../server/http/endpoint.ts';
import { privateNothing } from '../../../../server/http/private-response.ts';
import { namesOf } from '../../../../server/http/request-names.ts';
import { disconnectIdentity } from '../../../../server/people/identities.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  method: 'DELETE',
  query: z.object({}),
  handle: async ({ context, identify, params, request }) => {
    const { caller } = await identify();
    const { requestId } = namesOf(request.headers);
    await disconnectIdentity(context, caller, params['identity_id'] ?? '', requestId);
    return privateNothing();
  },
});
