import { z } from 'zod';
import { newAlertBody } from '../../../lib/account/alerts.ts';
import { createAlert } from '../../../server/alerts/create-alert.ts';
import { listAlerts } from '../../../server/alerts/list-alerts.ts';
import { requireAlertManager } from '../../../server/alerts/own-alert.ts';
import { authorOf } from '../../../server/callers/caller.ts';
import { handler, routeOf } from '../../../server/http/endpoint.ts';
import { ownRead } from '../../../server/http/own-read.ts';
import { privateJson } from '../../../server/http/private-response.ts';
import { readBody } from '../../../server/http/read-body.ts';
import { namesOf } from '../../../server/http/request-names.ts';

const query = z.object({});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeOf(
  ownRead(listAlerts),
  handler({
    method: 'POST',
    query,
    handle: async ({ context, identify, connection, body, request }) => {
      const identity = await identify();
      const { caller } = identity;
      await requireAlertManager(context, caller);
      await context.rateLimits.takeCall(caller, connection.network);
      const wish = readBody(newAlertBody, (await body()) ?? {});
      const author = authorOf(caller, namesOf(request.headers).requestId);
      return privateJson(identity, await createAlert(context, caller, wish, author), { status: 201 });
    },
  }),
);
