import { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi';
import {
  confirmationBody,
  confirmationWays,
  enabledSecondFactor,
  newSecondFactor,
  secondFactorBody,
  secondFactorState,
} from '../../lib/account/factors.ts';
import { erasedPerson, ownErasureBody, personalData } from '../../lib/account/personal-data.ts';
import { addedPasskey, newPasskey, passkeyList, passkeyOptions } from '../../lib/account/passkeys.ts';
import { mailCodeBody } from '../../lib/account/mail-codes.ts';
import { anyCaller } from './documented-calls.ts';
import { anyBody, json, refusals } from './openapi-responses.ts';

const ofPerson = ['sign-in-required', 'rate-limited', ...anyCaller] as const;

const listWays: ZodOpenApiOperationObject = {
  operationId: 'getConfirmationWays',
  summary: 'Show how you can confirm that it is you',
  responses: { '200': json('The ways.', confirmationWays), ...refusals(...ofPerson) },
};

const confirmSession: ZodOpenApiOperationObject = {
  operationId: 'confirmSession',
  summary: 'Confirm that it is you',
  description:
    'Requests that move money, roles, secrets or exports are refused with `confirmation-required` if the person who is signed in has neither signed in nor confirmed in the last ten minutes. API keys need no confirmation.',
  requestBody: { required: true, content: { 'application/json': { schema: confirmationBody } } },
  responses: {
    '204': { description: 'Confirmed, for ten minutes.' },
    ...refusals(
      'wrong-password',
      'wrong-code',
      'wrong-passkey',
      'forbidden',
      'validation',
      'unavailable',
      ...ofPerson,
      ...anyBody,
    ),
  },
};

const getSecondFactor: ZodOpenApiOperationObject = {
  operationId: 'getSecondFactor',
  summary: 'Show whether you have a second factor',
  responses: { '200': json('The second factor.', secondFactorState), ...refusals(...ofPerson) },
};

const setUpSecondFactor: ZodOpenApiOperationObject = {
  operationId: 'setUpSecondFactor',
  summary: 'Set up a second factor',
  description:
    'Without a code it makes a secret for an authenticator app. With a code of the app the second factor is turned on, and recovery codes are made.',
  requestBody: { content: { 'application/json': { schema: secondFactorBody } } },
  responses: {
    '200': json('It is turned on.', enabledSecondFactor),
    '201': json('A secret, which does not count yet.', newSecondFactor),
    ...refusals(
      ...(['confirmation-required', 'forbidden', 'wrong-code', 'validation', 'unavailable'] as const),
      ...ofPerson,
      ...anyBody,
    ),
  },
};

const removeSecondFactor: ZodOpenApiOperationObject = {
  operationId: 'removeSecondFactor',
  summary: 'Remove your second factor and its recovery codes',
  responses: {
    '204': { description: 'Removed.' },
    ...refusals('confirmation-required', 'not-found', 'unavailable', ...ofPerson),
  },
};

const listPasskeys: ZodOpenApiOperationObject = {
  operationId: 'listPasskeys',
  summary: 'List your passkeys',
  responses: { '200': json('The passkeys.', passkeyList), ...refusals(...ofPerson) },
};

const getNewPasskeyOptions: ZodOpenApiOperationObject = {
  operationId: 'getNewPasskeyOptions',
  summary: 'Get what the browser needs to make a passkey',
  description: 'The options are valid for five minutes, and once.',
  responses: {
    '200': json('The options.', passkeyOptions),
    ...refusals('confirmation-required', 'forbidden', ...ofPerson),
  },
};

const addPasskey: ZodOpenApiOperationObject = {
  operationId: 'addPasskey',
  summary: 'Add a passkey',
  requestBody: { required: true, content: { 'application/json': { schema: newPasskey } } },
  responses: {
    '201': json('The new passkey.', addedPasskey),
    ...refusals(
      ...(['confirmation-required', 'forbidden', 'wrong-passkey', 'validation', 'unavailable'] as const),
      ...ofPerson,
      ...anyBody,
    ),
  },
};

const removePasskey: ZodOpenApiOperationObject = {
  operationId: 'removePasskey',
  summary: 'Remove a passkey',
  requestParams: {
    path: z.object({ passkey_id: z.string().meta({ description: 'Id of the passkey.' }) }),
  },
  responses: {
    '204': { description: 'Removed.' },
    ...refusals('confirmation-required', 'not-found', 'unavailable', ...ofPerson),
  },
};

const getPasskeyOptions: ZodOpenApiOperationObject = {
  operationId: 'getPasskeyOptions',
  summary: 'Get what the browser needs to sign in or confirm with a passkey',
  description: 'The options are valid for five minutes, and once.',
  responses: {
    '200': json('The options.', passkeyOptions),
    ...refusals('forbidden', 'key-in-url', 'rate-limited'),
  },
};

const mailCode: ZodOpenApiOperationObject = {
  operationId: 'mailCode',
  summary: 'Mail a code to sign in with',
  description:
    'Where the portal sends mail. The response is the same whether somebody has the address or not. A code is valid for ten minutes, five tries, and once; there is one a minute.',
  requestBody: { required: true, content: { 'application/json': { schema: mailCodeBody } } },
  responses: {
    '204': { description: 'A mail is on its way if somebody has the address.' },
    ...refusals('forbidden', 'cross-site', 'key-in-url', 'validation', 'rate-limited', ...anyBody),
  },
};

const exportOwn: ZodOpenApiOperationObject = {
  operationId: 'exportOwnData',
  summary: 'Export your data',
  description: 'All that the portal stores of you, without secrets.',
  responses: {
    '200': json('The data.', personalData),
    ...refusals('confirmation-required', 'unavailable', ...ofPerson),
  },
};

const eraseOwn: ZodOpenApiOperationObject = {
  operationId: 'eraseOwnPerson',
  summary: 'Erase yourself',
  description:
    'Cannot be undone. Your name, address, sessions and factors are deleted. You leave your accounts; those without other members are closed. Your API keys are revoked. The ledger, calls and the audit log stay, under a pseudonym.',
  requestBody: { required: true, content: { 'application/json': { schema: ownErasureBody } } },
  responses: {
    '200': json('You are erased.', erasedPerson),
    ...refusals(
      ...(['confirmation-required', 'last-owner', 'not-found', 'validation', 'unavailable'] as const),
      ...ofPerson,
      ...anyBody,
    ),
  },
};

export const factorPaths: ZodOpenApiPathsObject = {
  '/api/person/erasure': { post: eraseOwn },
  '/api/person/export': { get: exportOwn },
  '/api/session/confirmation': { get: listWays, post: confirmSession },
  '/api/session/mail-code': { post: mailCode },
  '/api/session/passkey': { post: getPasskeyOptions },
  '/api/passkeys': { get: listPasskeys, post: addPasskey },
  '/api/passkeys/options': { post: getNewPasskeyOptions },
  '/api/passkeys/{passkey_id}': { delete: removePasskey },
  '/api/second-factor': { get: getSecondFactor, post: setUpSecondFactor, delete: removeSecondFactor },
};
