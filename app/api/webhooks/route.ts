import { z } from 'zod';
import { newWebhook } from '../../../lib/account/webhooks.ts';
import { authorOf } from '../../../server/callers/caller.ts';
import { activeAuthor, memberAuthor } from '../../../server/callers/member-author.ts';
import { handler, routeOf } from '../../../server/http/endpoint.ts';
import { ownRead } from '../../../server/http/own-read.ts';
import { privateJson } from '../../../server/http/private-response.ts';
import { namesOf } from '../../../server/http/request-names.ts';
import { readBody } from '../../../server/http/read-body.ts';
import { refuseUnlessConfirmed } from '../../../server/people/refuse-unless-confirmed.ts';
import { createWebhook } from '../../../server/webhooks/create-webhook.ts';
import { listWebhooks } from '../../../server/webhooks/list-webhooks.ts';
import { requireAccountKey } from '../../../server/webhooks/own-webhook.ts';

const query = z.object({});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeOf(
  ownRead(listWebhooks),
  handler({
    method: 'POST',
    query,
    handle: async ({ context, identify, connection, body, request }) => {
      const identity = await identify();
      const { caller } = identity;
      await requireAccountKey(context, caller);
      const { requestId } = namesOf(request.headers);
      const author = activeAuthor(
        memberAuthor(authorOf(caller, requestId), caller, 'manage-webhooks'),
        caller,
      );
      refuseUnlessConfirmed(caller, Date.now());
      await context.rateLimits.takeCall(caller, connection.network);
      const wish = readBody(newWebhook, (await body()) ?? {});
      return privateJson(identity, await createWebhook(context, caller.purse, wish, author), { status: 201 });
    },
  }),
);
