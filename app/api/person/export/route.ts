import { z } from 'zod';
import { authorOf } from '../../../../server/callers/caller.ts';
import { handler, routeOf } from '../../../../server/http/endpoint.ts';
import { privateDownload } from '../../../../server/http/private-response.ts';
import { namesOf } from '../../../../server/http/request-names.ts';
import { exportPerson } from '../../../../server/people/export-person.ts';
import { requirePerson } from '../../../../server/people/own-person.ts';
import { refuseUnlessConfirmed } from '../../../../server/people/refuse-unless-confirmed.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeOf(
  handler({
    method: 'GET',
    query: z.object({}),
    handle: async ({ context, identify, connection, request }) => {
      const { caller } = await identify();
      const { id } = requirePerson(caller);
      refuseUnlessConfirmed(caller, Date.now());
      await context.rateLimits.takeCall(caller, connection.network);
      const author = authorOf(caller, namesOf(request.headers).requestId);
      return privateDownload(await exportPerson(context, id, author), `farebox-${id}.json`);
    },
  }),
);
