import { z } from 'zod';
import { endpoint } from '../../../../server/http/endpoint.ts';
import { privateJson } from '../../../../server/http/private-response.ts';
import { passkeyToMake } from '../../../../server/people/passkeys.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  method: 'POST',
  query: z.object({}),
  handle: async ({ context, identify }) => {
    const identity = await identify();
    return privateJson(identity, await passkeyToMake(context, identity.caller));
  },
});
