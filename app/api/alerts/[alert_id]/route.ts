import { z } from 'zod';
import { alertChangesBody } from '../../../../lib/account/alerts.ts';
import { changeAlert } from '../../../../server/alerts/change-alert.ts';
import { deleteAlert } from '../../../../server/alerts/delete-alert.ts';
import { requireAlertManager } from '../../../../server/alerts/own-alert.ts';
import { authorOf } from '../../../../server/callers/caller.ts';
import { handler, routeOf } from '../../../../server/http/endpoint.ts';
import { privateNothing } from '../../../../server/http/private-response.ts';
import { readBody } from '../../../../server/http/read-body.ts';
import { namesOf } from '../../../../server/http/request-names.ts';

const query = z.object({});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeOf(
  handler({
    method: 'PATCH',
    query,
    handle: async ({ context, identify, connection, params, body, request }) => {
      const { caller } = await identify();
      await requireAlertManager(context, caller);
      await context.rateLimits.takeCall(caller, connection.network);
      const changes = readBody(alertChangesBody, (await body()) ?? {});
      const author = authorOf(caller, namesOf(request.headers).requestId);
      await changeAlert(context, caller, params['alert_id'] ?? '', changes, author);
      return privateNothing();
    },
  }),
  handler({
    method: 'DELETE',
    query,
    handle: async ({ context, identify, connection, params, request }) => {
      const { caller } = await identify();
      await requireAlertManager(context, caller);
      await context.rateLimits.takeCall(caller, connection.network);
      const author = authorOf(caller, namesOf(request.headers).requestId);
      await deleteAlert(context, caller, params['alert_id'] ?? '', author);
      return privateNothing();
    },
  }),
);
