import { deviceName } from '../../lib/account/session.ts';
import {
  beginOidcBody,
  begunOidc,
  identityList,
  newRegistration,
  registrationBody,
  registrationWish,
} from '../../lib/account/identities.ts';
import { Problem } from '../../lib/problem/problem.ts';
import {
  guestHistoryOf,
  clearOidcCookie,
  readOidcCookie,
  setOidcCookie,
  readSessionCookie,
  setSessionCookie,
} from '../doors/cookies.ts';
import { privateJson, privateNothing } from './table/private-response.ts';
import { readBody } from '../http/read-request.ts';
import { namesOf } from '../http/arriving-request.ts';
import { beginOidc, disconnectIdentity, listIdentities } from '../people/proofs/identities.ts';
import { finishOidc } from '../people/proofs/prove-identity.ts';
import { beginRegistration, register } from '../people/registration.ts';
import { cookie, text } from './table/documented.ts';
import { openOperation, operation, type OperationGroup, person } from './table/operation.ts';

const list = operation('GET /api/identities', {
  name: 'listIdentities',
  summary: 'List the identities that you have connected',
  access: person,
  answers: { 200: ['The identities.', identityList] },
  run: ({ context, caller }) => listIdentities(context, caller),
});

const disconnect = operation('DELETE /api/identities/{identity_id}', {
  name: 'disconnectIdentity',
  summary: 'Disconnect an identity',
  description: 'Refused with `forbidden` if you could no longer sign in.',
  access: person,
  answers: { 204: 'Disconnected.' },
  refuses: ['confirmation-required', 'forbidden'],
  run: ({ context, caller, params, requestId }) =>
    disconnectIdentity(context, caller, params.identity_id, requestId),
});

/** Who is signed in does not show in the response. */
const anybody = { caller: { kind: 'guest' as const }, bySession: true };

const begin = openOperation('POST /api/oidc/{issuer}', {
  name: 'beginSignInElsewhere',
  summary: 'Begin a sign-in at an issuer (OpenID Connect)',
  description:
    'Used by the pages of the portal. The cookie is valid for ten minutes, and for one sign-in. An issuer that cannot be reached is answered with `unavailable`.',
  body: beginOidcBody,
  ownPages: true,
  identifies: true,
  answers: { 200: { says: 'Where the browser continues.', schema: begunOidc, headers: cookie } },
  refuses: ['sign-in-required', 'confirmation-required'],
  handle: async ({ context, connection, params, body, identify }) => {
    const { settings, secret, rateLimits } = context;
    await rateLimits.takeSignIn(connection.network);
    const wish = readBody(beginOidcBody, (await body()) ?? {});
    const caller = wish.purpose === 'sign-in' ? undefined : (await identify()).caller;
    const { location, sealed } = await beginOidc(context, caller, params.issuer, wish);
    const headers = { 'set-cookie': setOidcCookie(sealed, secret, settings.isHttps) };
    return privateJson(anybody, { location }, { headers });
  },
});

/** The issuer sends the browser here: the response is always a page of the portal. */
const finish = openOperation('GET /api/oidc/callback/{issuer}', {
  name: 'endSignInElsewhere',
  summary: 'Come back from an issuer',
  description:
    'Issuers send browsers here. If nothing was done, the page to sign in or the profile says why, by the code in `refused`.',
  answers: {
    303: {
      says: 'Goes on to a page of the portal.',
      headers: { Location: text('The page.'), ...cookie },
    },
  },
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
      name: params.issuer,
      search: new URL(request.url).search,
      sealed: readOidcCookie(cookies, secret, settings.isHttps),
      caller: async () => (await identify()).caller,
      device: deviceName(request.headers.get('user-agent')),
      history: guestHistoryOf(request, context),
      instead: readSessionCookie(cookies, secret, settings.isHttps) ?? null,
      requestId: namesOf(request.headers).requestId,
    });
    // With a session, the cookie of the sign-in elsewhere stays. It is used up, and ends by itself.
    const { isHttps } = settings;
    return goOn(
      to,
      token === undefined ? clearOidcCookie(isHttps) : setSessionCookie(token, secret, isHttps),
    );
  },
});

const registration = openOperation('POST /api/registration', {
  name: 'register',
  summary: 'Register',
  description:
    'Where registration is open. With an address alone, a mail says how to go on; the response is the same whether somebody has the address or not, and there is one mail a minute. With the token of its link, a name and a password, it creates a person, who is signed in, and an account of their own.',
  body: registrationBody,
  ownPages: true,
  answers: {
    204: {
      says: 'A mail is on its way, or was sent less than a minute ago; or the person is signed in.',
      headers: cookie,
    },
  },
  refuses: ['forbidden', 'link-expired'],
  handle: async ({ context, request, connection, body }) => {
    const { settings, secret, rateLimits } = context;
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

export const identities = {
  tag: 'Identities and registration',
  operations: [list, disconnect, begin, finish, registration],
} satisfies OperationGroup;
