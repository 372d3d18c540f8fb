import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi';
import { apiKeyList, createdKey, newKeyBody } from '../../lib/api-keys.ts';
import { sessionSchema, signInBody } from '../../lib/session.ts';
import { anyCaller } from '../calls/documented-calls.ts';
import { anyBody, json, refusals } from '../openapi-answers.ts';
import { keyParams } from './revoke-key.ts';

const cookie = {
  'Set-Cookie': { description: 'The cookie of the session.', schema: { type: 'string' as const } },
};

const getSession: ZodOpenApiOperationObject = {
  operationId: 'getSession',
  summary: 'Who asks',
  description: 'By a key, by the cookie of a session, or else a guest.',
  responses: {
    '200': json('Who it is.', sessionSchema),
    ...refusals('key-in-url', 'invalid-key', 'rate-limited'),
  },
};

const openSession: ZodOpenApiOperationObject = {
  operationId: 'openSession',
  summary: 'Sign a browser in with an API key',
  description:
    'For the pages of the portal. The cookie stands for the key for thirty days, or until either is ended.',
  requestBody: { required: true, content: { 'application/json': { schema: signInBody } } },
  responses: {
    '200': { ...json('Who it is.', sessionSchema), headers: cookie },
    ...refusals(
      'key-in-url',
      'invalid-key',
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
  summary: 'Sign a browser out',
  responses: {
    '204': { description: 'There is no session any more.', headers: cookie },
    ...refusals('key-in-url', 'cross-site', 'rate-limited', 'unavailable'),
  },
};

const listKeys: ZodOpenApiOperationObject = {
  operationId: 'listKeys',
  summary: 'List the API keys of the account',
  description: 'At most 200: those that can be used, then those that were revoked.',
  responses: {
    '200': json('The keys.', apiKeyList),
    ...refusals('account-required', 'rate-limited', ...anyCaller),
  },
};

const createKey: ZodOpenApiOperationObject = {
  operationId: 'createKey',
  summary: 'Make an API key for the account',
  description:
    'A key with a cap makes none, one that expires makes none that lasts longer, and only that of an operator makes those of operators.',
  requestBody: { required: true, content: { 'application/json': { schema: newKeyBody } } },
  responses: {
    '201': json('The key.', createdKey),
    ...refusals(
      'account-required',
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

const revokeKey: ZodOpenApiOperationObject = {
  operationId: 'revokeKey',
  summary: 'Revoke an API key of the account',
  description: 'From then on it is refused, and the sessions that it opened are over.',
  requestParams: { path: keyParams },
  responses: {
    '204': { description: 'It is revoked.' },
    ...refusals('account-required', 'forbidden', 'not-found', 'rate-limited', 'unavailable', ...anyCaller),
  },
};

export const callerPaths: ZodOpenApiPathsObject = {
  '/api/session': { get: getSession, post: openSession, delete: closeSession },
  '/api/keys': { get: listKeys, post: createKey },
  '/api/keys/{key_id}': { delete: revokeKey },
};
