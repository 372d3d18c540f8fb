import { z } from 'zod';
import { authorOf } from '../../../../../../server/callers/caller.ts';
import { handler, routeOf } from '../../../../../../server/http/endpoint.ts';
import { privateDownload } from '../../../../../../server/http/private-response.ts';
import { namesOf } from '../../../../../../server/http/request-names.ts';
import { operatorAuthor, requireRight } from '../../../../../../server/operator/rights.ts';
import { exportPerson } from '../../../../../../server/people/export-person.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeOf(
  handler({
    method: 'GET',
    query: z.object({}),
    handle: async ({ context, identify, connection, params, request }) => {
      const { caller } = await identify();
      requireRight(caller, 'export-person');
      await context.rateLimits.takeCall(caller, connection.network);
      const { person_id: id = '' } = params;
      const author = operatorAuthor(authorOf(caller, namesOf(request.headers).requestId), ['export-person']);
      // Who is known has an id that a header can have.
      return privateDownload(await exportPerson(context, id, author), `farebox-${id}.json`);
    },
  }),
);
