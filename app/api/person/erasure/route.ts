import { z } from 'zod';
import { ownErasureBody } from '../../../../lib/account/personal-data.ts';
import { handler, routeOf } from '../../../../server/http/endpoint.ts';
import { privateJson } from '../../../../server/http/private-response.ts';
import { readBody } from '../../../../server/http/read-body.ts';
import { namesOf } from '../../../../server/http/request-names.ts';
import { clearSessionCookie } from '../../../../server/http/session-cookie.ts';
import { eraseOwnPerson } from '../../../../server/people/erase-person.ts';
import { requirePerson } from '../../../../server/people/own-person.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeOf(
  handler({
    method: 'POST',
    query: z.object({}),
    handle: async ({ context, identify, connection, body, request }) => {
      const identity = await identify();
      const { caller } = identity;
      requirePerson(caller);
      await context.rateLimits.takeCall(caller, connection.network);
      const wish = readBody(ownErasureBody, (await body()) ?? {});
      const erased = await eraseOwnPerson(context, caller, wish, namesOf(request.headers).requestId);
      const headers = { 'set-cookie': clearSessionCookie(context.settings.isHttps) };
      return privateJson(identity, erased, { headers });
    },
  }),
);
