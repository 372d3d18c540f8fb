import { z } from 'zod';
import { deviceName } from '../../../lib/account/device-name.ts';
import { setupBody } from '../../../lib/account/people.ts';
import { handler, routeOf } from '../../../server/http/endpoint.ts';
import { privateNothing } from '../../../server/http/private-response.ts';
import { readBody } from '../../../server/http/read-body.ts';
import { refuseCrossSite } from '../../../server/http/refuse-cross-site.ts';
import { namesOf } from '../../../server/http/request-names.ts';
import { setSessionCookie } from '../../../server/http/session-cookie.ts';
import { claimPortal } from '../../../server/people/claim-portal.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeOf(
  handler({
    method: 'POST',
    query: z.object({}),
    handle: async ({ context, request, connection, body }) => {
      const { settings, secret, rateLimits } = context;
      refuseCrossSite(request, settings.url);
      await rateLimits.takeSignIn(connection.network);
      const wish = readBody(setupBody, (await body()) ?? {});
      const device = deviceName(request.headers.get('user-agent'));
      const { requestId } = namesOf(request.headers);
      const token = await claimPortal(context, wish, device, requestId, connection);
      return privateNothing({ 'set-cookie': setSessionCookie(token, secret, settings.isHttps) });
    },
  }),
);
