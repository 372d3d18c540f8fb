import { z } from 'zod';
import { deviceName } from '../../../lib/account/device-name.ts';
import { codeSignInBody } from '../../../lib/account/factors.ts';
import { mailCodeSignInBody } from '../../../lib/account/mail-codes.ts';
import { passkeySignInBody } from '../../../lib/account/passkeys.ts';
import { personSignInBody } from '../../../lib/account/people.ts';
import { guestSession } from '../../../lib/account/session.ts';
import { keySignInBody } from '../../../lib/account/sign-in-body.ts';
import type { JsonObject } from '../../../lib/json/json.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import { closeSession } from '../../../server/callers/close-session.ts';
import { openSession } from '../../../server/callers/open-session.ts';
import { readSession } from '../../../server/callers/read-session.ts';
import { type Call, handler, routeOf } from '../../../server/http/endpoint.ts';
import { privateJson, privateNothing } from '../../../server/http/private-response.ts';
import { readBody } from '../../../server/http/read-body.ts';
import { refuseCrossSite } from '../../../server/http/refuse-cross-site.ts';
import { namesOf } from '../../../server/http/request-names.ts';
import { finishSignIn } from '../../../server/people/finish-sign-in.ts';
import { signInByMailCode } from '../../../server/people/sign-in-by-mail-code.ts';
import { signInByPasskey } from '../../../server/people/sign-in-by-passkey.ts';
import { signIn } from '../../../server/people/sign-in.ts';
import {
  clearSessionCookie,
  readSessionCookie,
  setSessionCookie,
} from '../../../server/http/session-cookie.ts';

const query = z.object({});

/** One whose session is over is a guest, and so is one without a key where there are no guests. */
const guestCodes = new Set(['session-ended', 'key-required']);

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeOf(
  handler({
    method: 'GET',
    query,
    handle: async ({ context, identify }) => {
      try {
        const identity = await identify();
        return privateJson(identity, await readSession(context, identity.caller));
      } catch (error) {
        if (!(error instanceof Problem) || !guestCodes.has(error.code)) throw error;
        const guest = { caller: { kind: 'guest' as const }, bySession: false };
        return privateJson(guest, guestSession, { headers: error.headers });
      }
    },
  }),
  // Another site must not sign a browser in behind a person's back, with cookies or without.
  handler({
    method: 'POST',
    query,
    handle: async (call) => {
      const { context, request, connection, body } = call;
      const { settings, secret, rateLimits } = context;
      refuseCrossSite(request, settings.url);
      const before = readSessionCookie(request.headers.get('cookie') ?? '', secret, settings.isHttps);
      const instead = before ?? null;
      const given = (await body()) ?? {};
      const cookie = (token: string) => ({
        'set-cookie': setSessionCookie(token, secret, settings.isHttps),
      });
      const device = deviceName(request.headers.get('user-agent'));
      const { requestId } = namesOf(request.headers);
      const byPerson = { caller: { kind: 'guest' as const }, bySession: true };
      if ('email' in given) {
        const opened = await signInByEmail(call, { device, instead, requestId }, given);
        return 'token' in opened
          ? privateJson(byPerson, opened.session, { headers: cookie(opened.token) })
          : privateJson(byPerson, opened, { status: 202 });
      }
      if ('passkey' in given) {
        const wish = readBody(passkeySignInBody, given);
        await rateLimits.takeSignIn(connection.network);
        const { token, session } = await signInByPasskey(context, { ...wish, device, instead }, requestId);
        return privateJson(byPerson, session, { headers: cookie(token) });
      }
      if ('pending' in given) {
        const wish = readBody(codeSignInBody, given);
        await rateLimits.takeSignIn(connection.network, wish.pending);
        const { token, session } = await finishSignIn(context, { ...wish, device, instead }, requestId);
        return privateJson(byPerson, session, { headers: cookie(token) });
      }
      // Each try counts as a look-up, whatever becomes of it.
      await rateLimits.takeLookUp(connection.network);
      const { key } = readBody(keySignInBody, given);
      const { caller, token } = await openSession(context, key, instead);
      const identity = { caller, bySession: true };
      return privateJson(identity, await readSession(context, caller), { headers: cookie(token) });
    },
  }),
  handler({
    method: 'DELETE',
    query,
    handle: async ({ context, request }) => {
      const { settings, secret } = context;
      refuseCrossSite(request, settings.url);
      const hash = readSessionCookie(request.headers.get('cookie') ?? '', secret, settings.isHttps);
      if (hash !== undefined) await closeSession(context, hash);
      return privateNothing({ 'set-cookie': clearSessionCookie(settings.isHttps) });
    },
  }),
);

interface Browser {
  device: string;
  instead: string | null;
  requestId: string;
}

/** With a password, or with a code that was mailed. */
async function signInByEmail(
  { context, connection }: Pick<Call<unknown>, 'context' | 'connection'>,
  { requestId, ...browser }: Browser,
  given: JsonObject,
) {
  const { rateLimits } = context;
  if ('code' in given) {
    const wish = readBody(mailCodeSignInBody, given);
    await rateLimits.takeSignIn(connection.network, wish.email.comparisonKey);
    return signInByMailCode(context, { ...wish, ...browser }, requestId);
  }
  const wish = readBody(personSignInBody, given);
  await rateLimits.takeSignIn(connection.network, wish.email.comparisonKey);
  return signIn(context, { ...wish, ...browser, from: connection }, requestId);
}
