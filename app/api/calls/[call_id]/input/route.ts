import { z } from 'zod';
import { deleteCallInput, readCallInput } from '../../../../../server/calls/call-input.ts';
import { handler, routeOf } from '../../../../../server/http/endpoint.ts';
import { privateNothing, privateText } from '../../../../../server/http/private-response.ts';

const query = z.object({});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeOf(
  handler({
    method: 'GET',
    query,
    handle: async ({ context, identify, params }) => {
      const identity = await identify();
      const { text } = await readCallInput(context, identity.caller, params['call_id'] ?? '');
      return privateText(identity, text.toString());
    },
  }),
  handler({
    method: 'DELETE',
    query,
    handle: async ({ context, identify, params }) => {
      const { caller } = await identify();
      await deleteCallInput(context, caller, params['call_id'] ?? '');
      return privateNothing();
    },
  }),
);
