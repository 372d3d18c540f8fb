import { z } from 'zod';
import { memberChangesBody } from '../../../../lib/account/members.ts';
import { handler, routeOf } from '../../../../server/http/endpoint.ts';
import { privateNothing } from '../../../../server/http/private-response.ts';
import { readBody } from '../../../../server/http/read-body.ts';
import { namesOf } from '../../../../server/http/request-names.ts';
import { changeMember } from '../../../../server/members/change-member.ts';
import { removeMember } from '../../../../server/members/remove-member.ts';

const query = z.object({});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeOf(
  handler({
    method: 'POST',
    query,
    handle: async ({ context, identify, connection, params, body, request }) => {
      const { caller } = await identify();
      await context.rateLimits.takeCall(caller, connection.network);
      const changes = readBody(memberChangesBody, (await body()) ?? {});
      const { requestId } = namesOf(request.headers);
      await changeMember(context, caller, params['person_id'] ?? '', changes, requestId);
      return privateNothing();
    },
  }),
  handler({
    method: 'DELETE',
    query,
    handle: async ({ context, identify, connection, params, request }) => {
      const { caller } = await identify();
      await context.rateLimits.takeCall(caller, connection.network);
      const { requestId } = namesOf(request.headers);
      await removeMember(context, caller, params['person_id'] ?? '', requestId);
      return privateNothing();
    },
  }),
);
