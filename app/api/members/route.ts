import { z } from 'zod';
import { endpoint } from '../../../server/http/endpoint.ts';
import { privateJson } from '../../../server/http/private-response.ts';
import { listMembers } from '../../../server/members/list-members.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  method: 'GET',
  query: z.object({}),
  handle: async ({ context, identify }) => {
    const identity = await identify();
    return privateJson(identity, await listMembers(context, identity.caller));
  },
});
