import { z } from 'zod';
import { deviceName } from '../../../../../lib/account/device-name.ts';
import { Problem } from '../../../../../lib/problem/problem.ts';
import { endpoint } from '../../../../../server/http/endpoint.ts';
import { guestHistoryOf } from '../../../../../server/http/guest-cookie.ts';
import { clearOidcCookie, readOidcCookie } from '../../../../../server/http/oidc-cookie.ts';
import { namesOf } from '../../../../../server/http/request-names.ts';
import { readSessionCookie, setSessionCookie } from '../../../../../server/http/session-cookie.ts';
import { finishOidc } from '../../../../../server/people/finish-oidc.ts';

/** The issuer sends the browser here: the response is always a page of the portal. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  method: 'GET',
  query: z.object({}),
  handle: async ({ context, request, connection, params, identify }) => {
    const { settings, secret, rateLimits } = context;
    const cookies = request.headers.get('cookie') ?? '';
    const goOn = (to: string, setCookie: string) => ({
      status: 303,
      headers: { location: to, 'set-cookie': setCookie, 'cache-control': 'no-store, private' },
      payload: '',
    });
    try {
      await rateLimits.takeSignIn(connection.network);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return goOn('/sign-in?refused=busy', clearOidcCookie(settings.isHttps));
    }
    const { to, token } = await finishOidc(context, {
      name: params['issuer'] ?? '',
      search: new URL(request.url).search,
      sealed: readOidcCookie(cookies, secret, settings.isHttps),
      caller: async () => (await identify()).caller,
      device: deviceName(request.headers.get('user-agent')),
      history: guestHistoryOf(request, context),
      instead: readSessionCookie(cookies, secret, settings.isHttps) ?? null,
      requestId: namesOf(request.headers).requestId,
    });
    // With a session, the cookie of the sign-in elsewhere stays. It is used up, and ends by itself.
    const isHttps = settings.isHttps;
    return goOn(
      to,
      token === undefined ? clearOidcCookie(isHttps) : setSessionCookie(token, secret, isHttps),
    );
  },
});
