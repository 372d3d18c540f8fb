import { z } from 'zod';
import { deviceName } from '../../../lib/account/device-name.ts';
import { invitationBody, newcomerBody } from '../../../lib/account/members.ts';
import { endpoint } from '../../../server/http/endpoint.ts';
import { guestHistoryOf } from '../../../server/http/guest-cookie.ts';
import { privateNothing } from '../../../server/http/private-response.ts';
import { readBody } from '../../../server/http/read-body.ts';
import { refuseCrossSite } from '../../../server/http/refuse-cross-site.ts';
import { namesOf } from '../../../server/http/request-names.ts';
import { setSessionCookie } from '../../../server/http/session-cookie.ts';
import { joinAccount, joinAsNewcomer } from '../../../server/members/join-account.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  method: 'POST',
  query: z.object({}),
  handle: async ({ context, request, connection, body, identify }) => {
    const { settings, secret, rateLimits } = context;
    refuseCrossSite(request, settings.url);
    await rateLimits.takeSignIn(connection.network);
    const given = (await body()) ?? {};
    const { requestId } = namesOf(request.headers);
    if (!('email' in given)) {
      const { caller } = await identify();
      const { token } = readBody(invitationBody, given);
      await joinAccount(context, caller, token, requestId);
      return privateNothing();
    }
    const wish = readBody(newcomerBody, given);
    const device = deviceName(request.headers.get('user-agent'));
    const history = guestHistoryOf(request, context);
    const token = await joinAsNewcomer(context, wish, { device, history, requestId, from: connection });
    return privateNothing({ 'set-cookie': setSessionCookie(token, secret, settings.isHttps) });
  },
});
