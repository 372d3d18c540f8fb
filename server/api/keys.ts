import {
  apiKeyList,
  createdKey,
  keyChangesBody,
  newKeyBody,
  rotationBody,
} from '../../lib/account/api-keys.ts';
import { changeKey, createKey, endEarlierSecret, rotateKey } from '../callers/change-keys.ts';
import { listKeys, revokeKey } from '../callers/list-keys.ts';
import { clearSessionCookie } from '../doors/cookies.ts';
import { account, operation, type OperationGroup } from './table/operation.ts';

export const keys = {
  tag: 'API keys',
  operations: [
    operation('GET /api/keys', {
      name: 'listKeys',
      summary: 'List your API keys',
      description: 'At most 200: active keys first, then revoked ones.',
      access: account,
      answers: { 200: ['The API keys.', apiKeyList] },
      run: ({ context, caller }) => listKeys(context, caller),
    }),
    operation('POST /api/keys', {
      name: 'createKey',
      summary: 'Create an API key',
      description:
        'A key with a spending limit or a scope cannot create keys. A key that expires cannot create keys that expire later. Only an operator key can create operator keys.',
      access: account,
      limit: 'call',
      body: newKeyBody,
      answers: { 201: ['The new key.', createdKey] },
      refuses: ['confirmation-required', 'forbidden', 'too-many-keys'],
      run: ({ context, caller, body, author }) => createKey(context, caller, body, author),
    }),
    operation('PATCH /api/keys/{key_id}', {
      name: 'changeKey',
      summary: 'Change an API key',
      description:
        'Its name, expiry, spending limits or scope: members their own, owners and admins all. The next call obeys. A key with a spending limit or a scope cannot change keys.',
      access: account,
      limit: 'call',
      body: keyChangesBody,
      answers: { 204: 'Changed.' },
      refuses: ['confirmation-required', 'forbidden'],
      run: ({ context, caller, params, body, author }) =>
        changeKey(context, caller, params.key_id, body, author),
    }),
    operation('DELETE /api/keys/{key_id}', {
      name: 'revokeKey',
      summary: 'Revoke an API key',
      description: 'The key stops working immediately, and its sessions end.',
      access: account,
      limit: 'call',
      answers: { 204: 'Revoked.' },
      refuses: ['forbidden'],
      run: async ({ context, caller, identity, params: { key_id: id }, author, headers }) => {
        await revokeKey(context, caller, id, author);
        // A browser that was signed in with the key goes on as a guest.
        if (identity.bySession && id === caller.apiKey?.id)
          headers['set-cookie'] = clearSessionCookie(context.settings.isHttps);
      },
    }),
    operation('POST /api/keys/{key_id}/rotate', {
      name: 'rotateKey',
      summary: 'Rotate an API key',
      description:
        'Gives the key a new secret under the same id: limits, spending and history stay. The previous secret works until the overlap ends; an even earlier one ends at once. The key of a person is rotated by that person, or by the key itself.',
      access: account,
      limit: 'call',
      body: rotationBody,
      answers: { 200: ['The new secret.', createdKey] },
      refuses: ['confirmation-required', 'forbidden'],
      run: ({ context, caller, params, body, author }) =>
        rotateKey(context, caller, params.key_id, body.overlapHours, author),
    }),
    operation('DELETE /api/keys/{key_id}/rotate', {
      name: 'endEarlierSecret',
      summary: 'End the overlap of a rotation',
      description: 'The previous secret stops working immediately, and its sessions end.',
      access: account,
      limit: 'call',
      answers: { 204: 'Ended.' },
      refuses: ['forbidden'],
      run: ({ context, caller, params, author }) => endEarlierSecret(context, caller, params.key_id, author),
    }),
  ],
} satisfies OperationGroup;
