import { z } from 'zod';
import { webhookChangesBody } from '../../../../lib/account/webhooks.ts';
import { authorOf } from '../../../../server/callers/caller.ts';
import { activeAuthor, memberAuthor } from '../../../../server/callers/member-author.ts';
import { requireActive } from '../../../../server/callers/require-role.ts';
import { handler, routeOf } from '../../../../server/http/endpoint.ts';
import { readBody } from '../../../../server/http/read-body.ts';
import { refuseUnlessConfirmed } from '../../../../server/people/refuse-unless-confirmed.ts';
import { changeWebhook } from '../../../../server/webhooks/create-webhook.ts';
import { privateJson, privateNothing } from '../../../../server/http/private-response.ts';
import { namesOf } from '../../../../server/http/request-names.ts';
import { deleteWebhook } from '../../../../server/webhooks/delete-webhook.ts';
import { listDeliveries } from '../../../../server/webhooks/list-deliveries.ts';
import { requireAccountKey } from '../../../../server/webhooks/own-webhook.ts';
import { testWebhook } from '../../../../server/webhooks/test-webhook.ts';

const query = z.object({});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeOf(
  handler({
    method: 'GET',
    query,
    handle: async ({ context, identify, params }) => {
      const identity = await identify();
      return privateJson(
        identity,
        await listDeliveries(context, identity.caller, params['webhook_id'] ?? ''),
      );
    },
  }),
  handler({
    method: 'POST',
    query,
    handle: async ({ context, identify, connection, params }) => {
      const identity = await identify();
      const { caller } = identity;
      await requireAccountKey(context, caller);
      requireActive(caller);
      await context.rateLimits.takeCall(caller, connection.network);
      const sent = await testWebhook(context, caller.purse, params['webhook_id'] ?? '');
      return privateJson(identity, sent, { status: 202 });
    },
  }),
  handler({
    method: 'PATCH',
    query,
    handle: async ({ context, identify, connection, params, body, request }) => {
      const { caller } = await identify();
      await requireAccountKey(context, caller);
      const { requestId } = namesOf(request.headers);
      const author = activeAuthor(
        memberAuthor(authorOf(caller, requestId), caller, 'manage-webhooks'),
        caller,
      );
      refuseUnlessConfirmed(caller, Date.now());
      await context.rateLimits.takeCall(caller, connection.network);
      const changes = readBody(webhookChangesBody, (await body()) ?? {});
      const webhook = { accountId: caller.purse, id: params['webhook_id'] ?? '' };
      await changeWebhook(context, webhook, changes, author);
      return privateNothing();
    },
  }),
  handler({
    method: 'DELETE',
    query,
    handle: async ({ context, identify, params, request }) => {
      const { caller } = await identify();
      await requireAccountKey(context, caller);
      const { requestId } = namesOf(request.headers);
      const author = memberAuthor(authorOf(caller, requestId), caller, 'manage-webhooks');
      await deleteWebhook(context, caller.purse, params['webhook_id'] ?? '', author);
      return privateNothing();
    },
  }),
);
