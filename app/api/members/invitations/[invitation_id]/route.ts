import { z } from 'zod';
import { endpoint } from '../../../../../server/http/endpoint.ts';
import { privateNothing } from '../../../../../server/http/private-response.ts';
import { namesOf } from '../../../../../server/http/request-names.ts';
import { withdrawInvitation } from '../../../../../server/members/withdraw-invitation.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  method: 'DELETE',
  query: z.object({}),
  handle: async ({ context, identify, connection, params, request }) => {
    const { caller } = await identify();
    await context.rateLimits.takeCall(caller, connection.network);
    const { requestId } = namesOf(request.headers);
    await withdrawInvitation(context, caller, params['invitation_id'] ?? '', requestId);
    return privateNothing();
  },
});
