import { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi';
import {
  apiKeyList,
  createdKey,
  keyChangesBody,
  newKeyBody,
  rotationBody,
} from '../../lib/account/api-keys.ts';
import { pendingSignIn } from '../../lib/account/factors.ts';
import { passwordBody, sessionList, setupBody } from '../../lib/account/people.ts';
import { sessionSchema } from '../../lib/account/session.ts';
import { signInBody } from '../../lib/account/sign-in-body.ts';
import { anyCaller } from './documented-calls.ts';
import { anyBody, json, refusals } from './openapi-responses.ts';

const keyRefusals = [
  ...(['account-required', 'confirmation-required', 'forbidden', 'not-found'] as const),
  ...(['rate-limited', 'unavailable'] as const),
];

const keyParams = z.object({ key_id: z.string().meta({ description: 'Id of the key.' }) });

const sessionParams = z.object({ session_id: z.string().meta({ description: 'Id of the session.' }) });

const cookie = {
  'Set-Cookie': { description: 'The session cookie.', schema: { type: 'string' as const } },
};

const getSession: ZodOpenApiOperationObject = {
  operationId: 'getSession',
  summary: 'Get the current session',
  description: 'Identified by an API key or a session cookie; otherwise a guest.',
  responses: {
    '200': json('The session.', sessionSchema),
    ...refusals('key-in-url', 'invalid-key', 'rate-limited'),
  },
};

const openSession: ZodOpenApiOperationObject = {
  operationId: 'openSession',
  summary: 'Sign in',
  description:
    'Used by the pages of the portal: with an email address and a password, with a passkey, with a mailed code, or with an API key. A person with a second factor gets 202, and sends `pending` and a code within five minutes. The session cookie is valid for 30 days, until sign-out, until the password changes or the key is revoked.',
  requestBody: { required: true, content: { 'application/json': { schema: signInBody } } },
  responses: {
    '200': { ...json('The session.', sessionSchema), headers: cookie },
    '202': json('The password or mailed code is right, and a code is needed.', pendingSignIn),
    ...refusals(
      'key-in-url',
      'invalid-key',
      'wrong-password',
      'wrong-code',
      'wrong-passkey',
      'forbidden',
      'sign-in-expired',
      'cross-site',
      'validation',
      'rate-limited',
      'unavailable',
      ...anyBody,
    ),
  },
};

const closeSession: ZodOpenApiOperationObject = {
  operationId: 'closeSession',
  summary: 'Sign out',
  responses: {
    '204': { description: 'Signed out.', headers: cookie },
    ...refusals('key-in-url', 'cross-site', 'rate-limited', 'unavailable'),
  },
};

const listKeys: ZodOpenApiOperationObject = {
  operationId: 'listKeys',
  summary: 'List your API keys',
  description: 'At most 200: active keys first, then revoked ones.',
  responses: {
    '200': json('The API keys.', apiKeyList),
    ...refusals('account-required', 'rate-limited', ...anyCaller),
  },
};

const createKey: ZodOpenApiOperationObject = {
  operationId: 'createKey',
  summary: 'Create an API key',
  description:
    'A key with a spending limit or a scope cannot create keys. A key that expires cannot create keys that expire later. Only an operator key can create operator keys.',
  requestBody: { required: true, content: { 'application/json': { schema: newKeyBody } } },
  responses: {
    '201': json('The new key.', createdKey),
    ...refusals(
      'account-required',
      'confirmation-required',
      'forbidden',
      'too-many-keys',
      'validation',
      'rate-limited',
      'unavailable',
      ...anyCaller,
      ...anyBody,
    ),
  },
};

const changeKey: ZodOpenApiOperationObject = {
  operationId: 'changeKey',
  summary: 'Change an API key',
  description:
    'Its name, expiry, spending limits or scope: members their own, owners and admins all. The next call obeys. A key with a spending limit or a scope cannot change keys.',
  requestParams: { path: keyParams },
  requestBody: { required: true, content: { 'application/json': { schema: keyChangesBody } } },
  responses: {
    '204': { description: 'Changed.' },
    ...refusals(...keyRefusals, 'validation', ...anyCaller, ...anyBody),
  },
};

const rotateKey: ZodOpenApiOperationObject = {
  operationId: 'rotateKey',
  summary: 'Rotate an API key',
  description:
    'Gives the key a new secret under the same id: limits, spending and history go on. The secret of before works until the overlap ends; an even earlier one ends at once. The key of a person is rotated by that person, or by the key itself.',
  requestParams: { path: keyParams },
  requestBody: { content: { 'application/json': { schema: rotationBody } } },
  responses: {
    '200': json('The new secret.', createdKey),
    ...refusals(...keyRefusals, 'validation', ...anyCaller, ...anyBody),
  },
};

const endEarlierSecret: ZodOpenApiOperationObject = {
  operationId: 'endEarlierSecret',
  summary: 'End the overlap of a rotation',
  description: 'The secret of before the last rotation stops working immediately, and its sessions end.',
  requestParams: { path: keyParams },
  responses: {
    '204': { description: 'Ended.' },
    ...refusals('account-required', 'forbidden', 'not-found', 'rate-limited', 'unavailable', ...anyCaller),
  },
};

const revokeKey: ZodOpenApiOperationObject = {
  operationId: 'revokeKey',
  summary: 'Revoke an API key',
  description: 'The key stops working immediately, and its sessions end.',
  requestParams: { path: keyParams },
  responses: {
    '204': { description: 'Revoked.' },
    ...refusals('account-required', 'forbidden', 'not-found', 'rate-limited', 'unavailable', ...anyCaller),
  },
};

const setUp: ZodOpenApiOperationObject = {
  operationId: 'createFirstOperator',
  summary: 'Create the first operator',
  description:
    'Takes the token of the link that the portal prints when it starts without an operator. Signs the operator in.',
  requestBody: { required: true, content: { 'application/json': { schema: setupBody } } },
  responses: {
    '204': { description: 'Created and signed in.', headers: cookie },
    ...refusals(
      ...(['key-in-url', 'cross-site', 'validation', 'link-expired', 'rate-limited', 'unavailable'] as const),
      ...anyBody,
    ),
  },
};

const setPassword: ZodOpenApiOperationObject = {
  operationId: 'setPassword',
  summary: 'Change your password',
  description:
    'With the current password, with the token of a link to choose one, or in the ten minutes after a sign-in with a mailed code. All your other sessions end.',
  requestBody: { required: true, content: { 'application/json': { schema: passwordBody } } },
  responses: {
    '204': { description: 'Changed. With a link, also signed in.', headers: cookie },
    ...refusals(
      'wrong-password',
      'sign-in-required',
      'validation',
      'link-expired',
      'rate-limited',
      'unavailable',
      ...anyCaller,
      ...anyBody,
    ),
  },
};

const listSessions: ZodOpenApiOperationObject = {
  operationId: 'listSessions',
  summary: 'List your sessions',
  responses: {
    '200': json('The sessions.', sessionList),
    ...refusals('sign-in-required', 'rate-limited', ...anyCaller),
  },
};

const endOtherSessions: ZodOpenApiOperationObject = {
  operationId: 'endOtherSessions',
  summary: 'End all your other sessions',
  responses: {
    '204': { description: 'Ended.' },
    ...refusals('sign-in-required', 'confirmation-required', 'rate-limited', 'unavailable', ...anyCaller),
  },
};

const endSession: ZodOpenApiOperationObject = {
  operationId: 'endSession',
  summary: 'End a session',
  requestParams: { path: sessionParams },
  responses: {
    '204': { description: 'Ended.' },
    ...refusals('sign-in-required', 'not-found', 'rate-limited', 'unavailable', ...anyCaller),
  },
};

export const sessionPaths: ZodOpenApiPathsObject = {
  '/api/session': { get: getSession, post: openSession, delete: closeSession },
  '/api/sessions': { get: listSessions, delete: endOtherSessions },
  '/api/sessions/{session_id}': { delete: endSession },
  '/api/setup': { post: setUp },
  '/api/password': { post: setPassword },
};

export const keyPaths: ZodOpenApiPathsObject = {
  '/api/keys': { get: listKeys, post: createKey },
  '/api/keys/{key_id}': { patch: changeKey, delete: revokeKey },
  '/api/keys/{key_id}/rotate': { post: rotateKey, delete: endEarlierSecret },
};
