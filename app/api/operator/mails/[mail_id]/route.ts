import { z } from 'zod';
import { authorOf } from '../../../../../server/callers/caller.ts';
import { handler, routeOf } from '../../../../../server/http/endpoint.ts';
import { privateJson } from '../../../../../server/http/private-response.ts';
import { namesOf } from '../../../../../server/http/request-names.ts';
import { readMailText } from '../../../../../server/operator/list-mails.ts';
import { requireRight } from '../../../../../server/operator/rights.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeOf(
  handler({
    method: 'GET',
    query: z.object({}),
    handle: async ({ context, identify, connection, params, request }) => {
      const identity = await identify();
      const { caller } = identity;
      requireRight(caller, 'read-mail-text');
      await context.rateLimits.takeCall(caller, connection.network);
      const { mail_id = '' } = params;
      const author = authorOf(caller, namesOf(request.headers).requestId);
      return privateJson(identity, await readMailText(context, mail_id, author));
    },
  }),
);
