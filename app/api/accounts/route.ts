import { z } from 'zod';
import { endpoint } from '../../../server/http/endpoint.ts';
import { privateJson } from '../../../server/http/private-response.ts';
import { requirePerson } from '../../../server/people/own-person.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  method: 'GET',
  query: z.object({}),
  handle: async ({ context, identify }) => {
    const identity = await identify();
    const { key } = requirePerson(identity.caller);
    return privateJson(identity, { list: await context.store.members.accountsOf(key) });
  },
});
