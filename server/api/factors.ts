import {
  codeConfirmation,
  confirmationBody,
  confirmationWays,
  type ConfirmationWish,
  enabledSecondFactor,
  newSecondFactor,
  passkeyConfirmation,
  passwordConfirmation,
  secondFactorBody,
  secondFactorState,
  mailCodeBody,
} from '../../lib/account/factors.ts';
import { addedPasskey, newPasskey, passkeyList, passkeyOptions } from '../../lib/account/passkeys.ts';
import { erasedPerson, ownErasureBody, personalData } from '../../lib/account/personal-data.ts';
import {
  addressLinkBody,
  confirmedAddress,
  newAddressBody,
  ownPersonBody,
} from '../../lib/account/people.ts';
import type { JsonObject } from '../../lib/json/json.ts';
import { authorOf } from '../callers/caller.ts';
import { privateDownload, privateJson, privateNothing } from './table/private-response.ts';
import { readBody } from '../http/read-request.ts';
import { namesOf } from '../http/arriving-request.ts';
import { clearSessionCookie } from '../doors/cookies.ts';
import { confirmSession, readConfirmationWays } from '../people/sessions-of-person.ts';
import { askForAddress, renameOwnPerson, useAddressLink } from '../people/change-address.ts';
import { eraseOwnPerson, exportPerson } from '../people/export-person.ts';
import { mailCode } from '../people/proofs/prove-code.ts';
import { requirePerson, refuseUnlessConfirmed } from '../callers/require-role.ts';
import {
  addPasskey,
  listPasskeys,
  passkeyToMake,
  passkeyToUse,
  removePasskey,
} from '../people/proofs/passkeys.ts';
import {
  beginSecondFactor,
  enableSecondFactor,
  readSecondFactor,
  removeSecondFactor,
} from '../people/proofs/second-factor.ts';
import { Answer, openOperation, operation, type OperationGroup, person } from './table/operation.ts';

const eraseOwn = operation('POST /api/person/erasure', {
  name: 'eraseOwnPerson',
  summary: 'Erase yourself',
  description:
    'Cannot be undone. Your name, address, sessions and factors are deleted. You leave your accounts; those without other members are closed. Your API keys are revoked. The ledger, calls and the audit log stay, under a pseudonym.',
  access: person,
  limit: 'call',
  body: ownErasureBody,
  answers: { 200: ['You are erased.', erasedPerson] },
  refuses: ['confirmation-required', 'last-owner', 'not-found'],
  run: async ({ context, caller, body, requestId, headers }) => {
    const erased = await eraseOwnPerson(context, caller, body, requestId);
    headers['set-cookie'] = clearSessionCookie(context.settings.isHttps);
    return erased;
  },
});

const renameOwn = operation('PATCH /api/person', {
  name: 'renameOwnPerson',
  summary: 'Change your name',
  access: person,
  limit: 'call',
  body: ownPersonBody,
  answers: { 204: 'Changed.' },
  run: ({ context, caller, body, requestId }) => renameOwnPerson(context, caller, body.name, requestId),
});

const askAddress = operation('POST /api/person/address', {
  name: 'askForAddress',
  summary: 'Change your address',
  description:
    'Emails a link to the new address, which has to be used within a day, and notifies the present one. Until then nothing changes. Where the portal does not send email, operators change addresses.',
  access: person,
  limit: 'call',
  body: newAddressBody,
  answers: { 204: 'The link was emailed.' },
  refuses: ['confirmation-required', 'forbidden'],
  run: ({ context, caller, body, requestId }) => askForAddress(context, caller, body.email, requestId),
});

const confirmAddress = openOperation('POST /api/address', {
  name: 'confirmAddress',
  summary: 'Confirm an address',
  description:
    'Takes the token of the link that was emailed to it. From then on the person signs in with this address, and not with the old one, which is notified. Sessions go on; other links end.',
  body: addressLinkBody,
  ownPages: true,
  answers: { 200: ['The address.', confirmedAddress] },
  refuses: ['link-expired'],
  handle: async ({ context, connection, request, body }) => {
    await context.rateLimits.takeSignIn(connection.network);
    const { token } = readBody(addressLinkBody, (await body()) ?? {});
    const email = await useAddressLink(context, token, namesOf(request.headers).requestId);
    return privateJson({ caller: { kind: 'guest' as const }, bySession: false }, { email });
  },
});

const exportOwn = openOperation('GET /api/person/export', {
  name: 'exportOwnData',
  summary: 'Export your data',
  description: 'Everything the portal stores about you, without secrets.',
  identifies: true,
  answers: { 200: ['The data.', personalData] },
  refuses: ['sign-in-required', 'confirmation-required', 'unavailable'],
  handle: async ({ context, identify, connection, request }) => {
    const { caller } = await identify();
    const { id } = requirePerson(caller);
    refuseUnlessConfirmed(caller, Date.now());
    await context.rateLimits.takeCall(caller, connection.network);
    const author = authorOf(caller, namesOf(request.headers).requestId);
    return privateDownload(await exportPerson(context, id, author), `farebox-${id}.json`);
  },
});

const getWays = operation('GET /api/session/confirmation', {
  name: 'getConfirmationWays',
  summary: 'Show how you can confirm that it is you',
  access: person,
  answers: { 200: ['The ways.', confirmationWays] },
  run: ({ context, caller }) => readConfirmationWays(context, caller),
});

const confirm = openOperation('POST /api/session/confirmation', {
  name: 'confirmSession',
  summary: 'Confirm that it is you',
  description:
    'Requests that move money, roles, secrets or exports are refused with `confirmation-required` if the person who is signed in has neither signed in nor confirmed in the last ten minutes. API keys need no confirmation.',
  body: confirmationBody,
  identifies: true,
  answers: { 204: 'Confirmed, for ten minutes.' },
  refuses: ['sign-in-required', 'wrong-password', 'wrong-code', 'wrong-passkey', 'forbidden'],
  handle: async ({ context, request, connection, body, identify }) => {
    const { caller } = await identify();
    const { id } = requirePerson(caller);
    const wish = readWish((await body()) ?? {});
    // Somebody else at this browser must not guess the password.
    await context.rateLimits.takeConfirmation(connection.network, id);
    await confirmSession(context, caller, wish, namesOf(request.headers).requestId, connection);
    return privateNothing();
  },
});

/** By what is there, so that a fault names its field. */
function readWish(given: JsonObject): ConfirmationWish {
  if ('code' in given) return readBody(codeConfirmation, given);
  if ('passkey' in given) return readBody(passkeyConfirmation, given);
  return readBody(passwordConfirmation, given);
}

const mailOne = openOperation('POST /api/session/mail-code', {
  name: 'mailCode',
  summary: 'Mail a code to sign in with',
  description:
    'Where the portal sends mail. The response is the same whether somebody has the address or not. A code is valid for ten minutes, five tries, and once; there is one a minute.',
  body: mailCodeBody,
  ownPages: true,
  answers: { 204: 'If someone has the address, an email is on its way, or was sent less than a minute ago.' },
  refuses: ['forbidden'],
  handle: async ({ context, connection, body }) => {
    const { email } = readBody(mailCodeBody, (await body()) ?? {});
    await context.rateLimits.takeSignIn(connection.network, email.comparisonKey);
    mailCode(context, email, connection.network);
    return privateNothing();
  },
});

/** The same for everybody: whose passkey it is shows when it is used. */
const anybody = { caller: { kind: 'guest' as const }, bySession: true };

const optionsToUse = openOperation('POST /api/session/passkey', {
  name: 'getPasskeyOptions',
  summary: 'Get what the browser needs to sign in or confirm with a passkey',
  description: 'The options are valid for five minutes, and once.',
  answers: { 200: ['The options.', passkeyOptions] },
  refuses: ['forbidden'],
  handle: async ({ context }) => privateJson(anybody, await passkeyToUse(context)),
});

const list = operation('GET /api/passkeys', {
  name: 'listPasskeys',
  summary: 'List your passkeys',
  access: person,
  answers: { 200: ['The passkeys.', passkeyList] },
  run: ({ context, caller }) => listPasskeys(context, caller),
});

const add = operation('POST /api/passkeys', {
  name: 'addPasskey',
  summary: 'Add a passkey',
  access: person,
  limit: 'confirmation',
  body: newPasskey,
  answers: { 201: ['The new passkey.', addedPasskey] },
  refuses: ['confirmation-required', 'forbidden', 'wrong-passkey'],
  run: ({ context, caller, body, requestId }) => addPasskey(context, caller, body, requestId),
});

const optionsToMake = operation('POST /api/passkeys/options', {
  name: 'getNewPasskeyOptions',
  summary: 'Get what the browser needs to make a passkey',
  description: 'The options are valid for five minutes, and once.',
  access: person,
  answers: { 200: ['The options.', passkeyOptions] },
  refuses: ['confirmation-required', 'forbidden'],
  run: ({ context, caller }) => passkeyToMake(context, caller),
});

const remove = operation('DELETE /api/passkeys/{passkey_id}', {
  name: 'removePasskey',
  summary: 'Remove a passkey',
  access: person,
  answers: { 204: 'Removed.' },
  refuses: ['confirmation-required'],
  run: ({ context, caller, params, requestId }) =>
    removePasskey(context, caller, params.passkey_id, requestId),
});

const readFactor = operation('GET /api/second-factor', {
  name: 'getSecondFactor',
  summary: 'Show whether you have a second factor',
  access: person,
  answers: { 200: ['The second factor.', secondFactorState] },
  run: ({ context, caller }) => readSecondFactor(context, caller),
});

const setUpFactor = operation('POST /api/second-factor', {
  name: 'setUpSecondFactor',
  summary: 'Set up a second factor',
  description:
    'Without a code it makes a secret for an authenticator app. With a code of the app the second factor is turned on, and recovery codes are made.',
  access: person,
  limit: 'confirmation',
  body: secondFactorBody,
  answers: {
    200: ['It is turned on.', enabledSecondFactor],
    201: ['A secret, which does not count yet.', newSecondFactor],
  },
  refuses: ['confirmation-required', 'forbidden', 'wrong-code'],
  run: async ({ context, caller, body: { code }, requestId }) =>
    code === undefined
      ? new Answer(201, await beginSecondFactor(context, caller, requestId))
      : enableSecondFactor(context, caller, code, requestId),
});

const removeFactor = operation('DELETE /api/second-factor', {
  name: 'removeSecondFactor',
  summary: 'Remove your second factor and its recovery codes',
  access: person,
  answers: { 204: 'Removed.' },
  refuses: ['confirmation-required', 'not-found'],
  run: ({ context, caller, requestId }) => removeSecondFactor(context, caller, requestId),
});

export const ownPerson = {
  tag: 'Your name and data',
  operations: [renameOwn, askAddress, confirmAddress, eraseOwn, exportOwn],
} satisfies OperationGroup;

export const factors = {
  tag: 'Passkeys and second factors',
  operations: [
    getWays,
    confirm,
    mailOne,
    optionsToUse,
    list,
    add,
    optionsToMake,
    remove,
    readFactor,
    setUpFactor,
    removeFactor,
  ],
} satisfies OperationGroup;
