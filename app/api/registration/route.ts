import { z } from 'zod';
import { deviceName } from '../../../lib/account/device-name.ts';
import { newRegistration, registrationWish } from '../../../lib/account/registration.ts';
import { endpoint } from '../../../server/http/endpoint.ts';
import { guestHistoryOf } from '../../../server/http/guest-cookie.ts';
import { privateNothing } from '../../../server/http/private-response.ts';
import { readBody } from '../../../server/http/read-body.ts';
import { refuseCrossSite } from '../../../server/http/refuse-cross-site.ts';
import { namesOf } from '../../../server/http/request-names.ts';
import { setSessionCookie } from '../../../server/http/session-cookie.ts';
import { beginRegistration, register } from '../../../server/people/registration.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  method: 'POST',
  query: z.object({}),
  handle: async ({ context, request, connection, body }) => {
    const { settings, secret, rateLimits } = context;
    refuseCrossSite(request, settings.url);
    const given = (await body()) ?? {};
    if (!('token' in given)) {
      const { email } = readBody(registrationWish, given);
      await rateLimits.takeSignIn(connection.network, email.comparisonKey);
      await beginRegistration(context, email, connection.network);
      return privateNothing();
    }
    await rateLimits.takeSignIn(connection.network);
    const wish = readBody(newRegistration, given);
    const device = deviceName(request.headers.get('user-agent'));
    const { requestId } = namesOf(request.headers);
    const history = guestHistoryOf(request, context);
    const token = await register(context, wish, { device, history, requestId, from: connection });
    return privateNothing({ 'set-cookie': setSessionCookie(token, secret, settings.isHttps) });
  },
});
