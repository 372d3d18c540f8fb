import { z } from 'zod';
import { deviceName } from '../../../lib/account/device-name.ts';
import { newPasswordBody, passwordLinkBody } from '../../../lib/account/people.ts';
import { handler, routeOf } from '../../../server/http/endpoint.ts';
import { privateNothing } from '../../../server/http/private-response.ts';
import { readBody } from '../../../server/http/read-body.ts';
import { refuseCrossSite } from '../../../server/http/refuse-cross-site.ts';
import { namesOf } from '../../../server/http/request-names.ts';
import { setSessionCookie } from '../../../server/http/session-cookie.ts';
import { changePassword } from '../../../server/people/change-password.ts';
import { choosePassword } from '../../../server/people/choose-password.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeOf(
  handler({
    method: 'POST',
    query: z.object({}),
    handle: async ({ context, request, connection, body, identify }) => {
      const { settings, secret, rateLimits } = context;
      refuseCrossSite(request, settings.url);
      const given = (await body()) ?? {};
      const { requestId } = namesOf(request.headers);
      if (!('token' in given)) {
        const { caller } = await identify();
        const wish = readBody(newPasswordBody, given);
        // Somebody else at this browser must not guess the password.
        await rateLimits.takeConfirmation(connection.network, caller.person?.id);
        await changePassword(context, caller, wish, requestId, connection);
        return privateNothing();
      }
      await rateLimits.takeSignIn(connection.network);
      const wish = readBody(passwordLinkBody, given);
      const device = deviceName(request.headers.get('user-agent'));
      const token = await choosePassword(context, wish, device, requestId, connection);
      if (token === null) return privateNothing();
      return privateNothing({ 'set-cookie': setSessionCookie(token, secret, settings.isHttps) });
    },
  }),
);
