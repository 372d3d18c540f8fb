import { z } from 'zod';
import { codeSignInBody, pendingSignIn, mailCodeSignInBody } from '../../lib/account/factors.ts';
import {
  shownLink,
  shownLinkBody,
  newPasswordBody,
  passwordBody,
  passwordLinkBody,
  personSignInBody,
  sessionList,
  setupBody,
} from '../../lib/account/people.ts';
import { passkeySignInBody } from '../../lib/account/passkeys.ts';
import { deviceName, guestSession, sessionSchema } from '../../lib/account/session.ts';
import type { JsonObject } from '../../lib/json/json.ts';
import { Problem } from '../../lib/problem/problem.ts';
import { closeSession, openSession, readSession } from '../callers/sessions.ts';
import { clearSessionCookie, readSessionCookie, setSessionCookie } from '../doors/cookies.ts';
import type { Call } from '../doors/endpoint.ts';
import { readBody } from '../http/read-request.ts';
import { namesOf } from '../http/arriving-request.ts';
import { changePassword, choosePassword } from '../people/change-password.ts';
import { showLink } from '../people/link-token.ts';
import { claimPortal } from '../people/registration.ts';
import { endOtherSessions, endSession, listSessions } from '../people/sessions-of-person.ts';
import { finishSignIn, signInByMailCode, signInByPasskey, signIn } from '../people/sign-in.ts';
import { cookie } from './table/documented.ts';
import { openOperation, operation, type OperationGroup, person } from './table/operation.ts';
import { privateJson, privateNothing } from './table/private-response.ts';

/** How a program signs in. */
const keySignInBody = z.strictObject({
  key: z
    .string('Expected an API key, as in fb_….')
    .trim()
    .min(1, 'Expected an API key, as in fb_….')
    .max(200, 'This is too long to be an API key.'),
});

/** The body of `POST /api/session`. */
const signInBody = z.union([
  personSignInBody,
  mailCodeSignInBody,
  codeSignInBody,
  passkeySignInBody,
  keySignInBody,
]);

/** One whose session is over is a guest, and so is one without a key where there are no guests. */
const guestCodes = new Set(['session-ended', 'key-required']);

const getSession = openOperation('GET /api/session', {
  name: 'getSession',
  summary: 'Get the current session',
  description: 'Identified by an API key or a session cookie; otherwise a guest.',
  answers: { 200: ['The session.', sessionSchema] },
  refuses: ['invalid-key'],
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
});

const signInOperation = openOperation('POST /api/session', {
  name: 'openSession',
  summary: 'Sign in',
  description:
    'Used by the pages of the portal: with an email address and a password, with a passkey, with a mailed code, or with an API key. A person with a second factor gets 202, and sends `pending` and a code within five minutes. The session cookie is valid for 30 days, until sign-out, until the password changes or the key is revoked.',
  body: signInBody,
  ownPages: true,
  answers: {
    200: { says: 'The session.', schema: sessionSchema, headers: cookie },
    202: ['The password or mailed code is right, and a code is needed.', pendingSignIn],
  },
  refuses: ['invalid-key', 'wrong-password', 'wrong-code', 'wrong-passkey', 'forbidden', 'sign-in-expired'],
  handle: async (call) => {
    const { context, request, connection, body } = call;
    const { settings, secret, rateLimits } = context;
    const before = readSessionCookie(request.headers.get('cookie') ?? '', secret, settings.isHttps);
    const instead = before ?? null;
    const given = (await body()) ?? {};
    const signedIn = (token: string) => ({
      'set-cookie': setSessionCookie(token, secret, settings.isHttps),
    });
    const device = deviceName(request.headers.get('user-agent'));
    const { requestId } = namesOf(request.headers);
    const byPerson = { caller: { kind: 'guest' as const }, bySession: true };
    if ('email' in given) {
      const opened = await signInByEmail(call, { device, instead, requestId }, given);
      return 'token' in opened
        ? privateJson(byPerson, opened.session, { headers: signedIn(opened.token) })
        : privateJson(byPerson, opened, { status: 202 });
    }
    if ('passkey' in given) {
      const wish = readBody(passkeySignInBody, given);
      await rateLimits.takeSignIn(connection.network);
      const { token, session } = await signInByPasskey(context, { ...wish, device, instead }, requestId);
      return privateJson(byPerson, session, { headers: signedIn(token) });
    }
    if ('pending' in given) {
      const wish = readBody(codeSignInBody, given);
      await rateLimits.takeSignIn(connection.network, wish.pending);
      const { token, session } = await finishSignIn(context, { ...wish, device, instead }, requestId);
      return privateJson(byPerson, session, { headers: signedIn(token) });
    }
    // Each try counts as a look-up, whatever becomes of it.
    await rateLimits.takeLookUp(connection.network);
    const { key } = readBody(keySignInBody, given);
    const { caller, token } = await openSession(context, key, instead);
    const identity = { caller, bySession: true };
    return privateJson(identity, await readSession(context, caller), { headers: signedIn(token) });
  },
});

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

const signOut = openOperation('DELETE /api/session', {
  name: 'closeSession',
  summary: 'Sign out',
  ownPages: true,
  answers: { 204: { says: 'Signed out.', headers: cookie } },
  handle: async ({ context, request }) => {
    const { settings, secret } = context;
    const hash = readSessionCookie(request.headers.get('cookie') ?? '', secret, settings.isHttps);
    if (hash !== undefined) await closeSession(context, hash);
    return privateNothing({ 'set-cookie': clearSessionCookie(settings.isHttps) });
  },
});

const list = operation('GET /api/sessions', {
  name: 'listSessions',
  summary: 'List your sessions',
  access: person,
  answers: { 200: ['The sessions.', sessionList] },
  run: ({ context, caller }) => listSessions(context, caller),
});

const endOthers = operation('DELETE /api/sessions', {
  name: 'endOtherSessions',
  summary: 'End all your other sessions',
  access: person,
  answers: { 204: 'Ended.' },
  refuses: ['confirmation-required'],
  run: ({ context, caller, requestId }) => endOtherSessions(context, caller, requestId),
});

const end = operation('DELETE /api/sessions/{session_id}', {
  name: 'endSession',
  summary: 'End a session',
  access: person,
  answers: { 204: 'Ended.' },
  run: ({ context, caller, params, requestId }) => endSession(context, caller, params.session_id, requestId),
});

const setUp = openOperation('POST /api/setup', {
  name: 'createFirstOperator',
  summary: 'Create the first operator',
  description:
    'Takes the token of the link that the portal prints when it starts without an operator. Signs the operator in.',
  body: setupBody,
  ownPages: true,
  answers: { 204: { says: 'Created and signed in.', headers: cookie } },
  refuses: ['link-expired'],
  handle: async ({ context, request, connection, body }) => {
    const { settings, secret, rateLimits } = context;
    await rateLimits.takeSignIn(connection.network);
    const wish = readBody(setupBody, (await body()) ?? {});
    const device = deviceName(request.headers.get('user-agent'));
    const { requestId } = namesOf(request.headers);
    const token = await claimPortal(context, wish, device, requestId, connection);
    return privateNothing({ 'set-cookie': setSessionCookie(token, secret, settings.isHttps) });
  },
});

const setPassword = openOperation('POST /api/password', {
  name: 'setPassword',
  summary: 'Change your password',
  description:
    'With the current password, with the token of a link to choose one, or in the ten minutes after a sign-in with a mailed code. All your other sessions end.',
  body: passwordBody,
  ownPages: true,
  identifies: true,
  answers: { 204: { says: 'Changed. With a link, also signed in.', headers: cookie } },
  refuses: ['wrong-password', 'sign-in-required', 'link-expired'],
  handle: async ({ context, request, connection, body, identify }) => {
    const { settings, secret, rateLimits } = context;
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
});

const show = openOperation('POST /api/link', {
  name: 'showLink',
  summary: 'Show what a mailed link changes',
  description:
    'Takes the token of a link to choose a password, to register or to set up the portal. It is in the body so that it appears in no log.',
  body: shownLinkBody,
  answers: { 200: ['What it changes.', shownLink] },
  refuses: ['link-expired'],
  handle: async ({ context, connection, body }) => {
    await context.rateLimits.takeLookUp(connection.network);
    const { token } = readBody(shownLinkBody, (await body()) ?? {});
    const known = { caller: { kind: 'guest' as const }, bySession: false };
    return privateJson(known, await showLink(context.store, token, new Date()));
  },
});

export const sessions = {
  tag: 'Sessions',
  operations: [getSession, signInOperation, signOut, list, endOthers, end, setUp, setPassword, show],
} satisfies OperationGroup;
