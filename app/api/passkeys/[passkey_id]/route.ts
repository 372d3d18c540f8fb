import { z } from 'zod';
import { endpoint } from '../../../../server/http/endpoint.ts';
import { privateNothing } from '../../../../server/http/private-response.ts';
import { namesOf } from '../../../../server/http/request-names.ts';
import { removePasskey } from '../../../../server/people/passkeys.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  method: 'DELETE',
  query: z.object({}),
  handle: async ({ context, identify, params, request }) => {
    const { caller } = await identify();
    await removePasskey(context, caller, params['passkey_id'] ?? '', namesOf(request.headers).requestId);
    return privateNothing();
  },
});
