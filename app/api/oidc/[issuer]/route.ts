import { z } from 'zod';
import { beginOidcBody } from '../../../../lib/account/identities.ts';
import { endpoint } from '../../../../server/http/endpoint.ts';
import { setOidcCookie } from '../../../../server/http/oidc-cookie.ts';
import { privateJson } from '../../../../server/http/private-response.ts';
import { readBody } from '../../../../server/http/read-body.ts';
import { refuseCrossSite } from '../../../../server/http/refuse-cross-site.ts';
import { beginOidc } from '../../../../server/people/begin-oidc.ts';

/** Who is signed in does not show in the response. */
const anybody = { caller: { kind: 'guest' as const }, bySession: true };

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  method: 'POST',
  query: z.object({}),
  handle: async ({ context, request, connection, params, body, identify }) => {
    const { settings, secret, rateLimits } = context;
    refuseCrossSite(request, settings.url);
    await rateLimits.takeSignIn(connection.network);
    const wish = readBody(beginOidcBody, (await body()) ?? {});
    const caller = wish.purpose === 'sign-in' ? undefined : (await identify()).caller;
    const { location, sealed } = await beginOidc(context, caller, params['issuer'] ?? '', wish);
    const headers = { 'set-cookie': setOidcCookie(sealed, secret, settings.isHttps) };
    return privateJson(anybody, { location }, { headers });
  },
});
