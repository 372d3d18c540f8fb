import { z } from 'zod';
import { handler, routeOf } from '../../../../server/http/endpoint.ts';
import { privateNothing } from '../../../../server/http/private-response.ts';
import { namesOf } from '../../../../server/http/request-names.ts';
import { endSession } from '../../../../server/people/end-sessions.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeOf(
  handler({
    method: 'DELETE',
    query: z.object({}),
    handle: async ({ context, identify, params, request }) => {
      const { caller } = await identify();
      await endSession(context, caller, params['session_id'] ?? '', namesOf(request.headers).requestId);
      return privateNothing();
    },
  }),
);
