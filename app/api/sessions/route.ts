import { z } from 'zod';
import { handler, routeOf } from '../../../server/http/endpoint.ts';
import { ownRead } from '../../../server/http/own-read.ts';
import { privateNothing } from '../../../server/http/private-response.ts';
import { namesOf } from '../../../server/http/request-names.ts';
import { endOtherSessions } from '../../../server/people/end-sessions.ts';
import { listSessions } from '../../../server/people/list-sessions.ts';

const query = z.object({});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeOf(
  ownRead(listSessions),
  handler({
    method: 'DELETE',
    query,
    handle: async ({ context, identify, request }) => {
      const { caller } = await identify();
      await endOtherSessions(context, caller, namesOf(request.headers).requestId);
      return privateNothing();
    },
  }),
);
