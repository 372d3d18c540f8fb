import { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi';
import { apiKeyList, createdKey, newKeyBody } from '../../lib/account/api-keys.ts';
import { sessionSchema, signInBody } from '../../lib/account/session.ts';
import { anyCaller } from './documented-calls.ts';
import { anyBody, json, refusals } from './openapi-responses.ts';

const keyParams = z.object({ key_id: z.string().meta({ description: 'Id of the key.' }) });

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
  summary: 'Sign in with an API key',
  description:
    'Used by the pages of the portal. The session cookie is valid for 30 days, until sign-out or until the key is revoked.',
  requestBody: { required: true, content: { 'application/json': { schema: signInBody } } },
  responses: {
    '200': { ...json('The session.', sessionSchema), headers: cookie },
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
    'A key with a spending limit cannot create keys. A key that expires cannot create keys that expire later. Only an operator key can create operator keys.',
  requestBody: { required: true, content: { 'application/json': { schema: newKeyBody } } },
  responses: {
    '201': json('The new key.', createdKey),
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
  summary: 'Revoke an API key',
  description: 'The key stops working immediately, and its sessions end.',
  requestParams: { path: keyParams },
  responses: {
    '204': { description: 'Revoked.' },
    ...refusals('account-required', 'forbidden', 'not-found', 'rate-limited', 'unavailable', ...anyCaller),
  },
};

export const callerPaths: ZodOpenApiPathsObject = {
  '/api/session': { get: getSession, post: openSession, delete: closeSession },
  '/api/keys': { get: listKeys, post: createKey },
  '/api/keys/{key_id}': { delete: revokeKey },
};
