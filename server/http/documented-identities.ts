import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi';
import { z } from 'zod';
import { beginOidcBody, begunOidc, identityList } from '../../lib/account/identities.ts';
import { registrationBody } from '../../lib/account/registration.ts';
import { anyCaller } from './documented-calls.ts';
import { anyBody, json, refusals } from './openapi-responses.ts';

const ofPerson = ['sign-in-required', 'rate-limited', ...anyCaller] as const;

const issuerParams = z.object({
  issuer: z.string().meta({ description: 'The short name of the issuer in the settings.' }),
});
const identityParams = z.object({ identity_id: z.string() });
const cookie = { 'Set-Cookie': { schema: { type: 'string' as const } } };

const listIdentities: ZodOpenApiOperationObject = {
  operationId: 'listIdentities',
  summary: 'List the identities that you have connected',
  responses: { '200': json('The identities.', identityList), ...refusals(...ofPerson) },
};

const disconnectIdentity: ZodOpenApiOperationObject = {
  operationId: 'disconnectIdentity',
  summary: 'Disconnect an identity',
  description: 'Refused with `forbidden` if you could not sign in any more.',
  requestParams: { path: identityParams },
  responses: {
    '204': { description: 'Disconnected.' },
    ...refusals('confirmation-required', 'forbidden', 'not-found', 'unavailable', ...ofPerson),
  },
};

const beginSignIn: ZodOpenApiOperationObject = {
  operationId: 'beginSignInElsewhere',
  summary: 'Begin a sign-in at an issuer (OpenID Connect)',
  description:
    'Used by the pages of the portal. The cookie is valid for ten minutes, and for one sign-in. An issuer that cannot be reached is answered with `unavailable`.',
  requestParams: { path: issuerParams },
  requestBody: { content: { 'application/json': { schema: beginOidcBody } } },
  responses: {
    '200': { ...json('Where the browser goes on.', begunOidc), headers: cookie },
    ...refusals('confirmation-required', 'not-found', 'validation', 'unavailable', ...ofPerson, ...anyBody),
  },
};

const endSignIn: ZodOpenApiOperationObject = {
  operationId: 'endSignInElsewhere',
  summary: 'Come back from an issuer',
  description:
    'Issuers send browsers here. If nothing was done, the page to sign in or the profile says why, by the code in `refused`.',
  requestParams: { path: issuerParams },
  responses: {
    '303': {
      description: 'Goes on to a page of the portal.',
      headers: { Location: { schema: { type: 'string' } }, ...cookie },
    },
    ...refusals('key-in-url', 'rate-limited'),
  },
};

const register: ZodOpenApiOperationObject = {
  operationId: 'register',
  summary: 'Register',
  description:
    'Where registration is open. With an address alone, a mail says how to go on; the response is the same whether somebody has the address or not, and there is one mail a minute. With the token of its link, a name and a password, it creates a person, who is signed in, and an account of their own.',
  requestBody: { required: true, content: { 'application/json': { schema: registrationBody } } },
  responses: {
    '204': { description: 'A mail is on its way, or the person is signed in.', headers: cookie },
    ...refusals(
      ...(['forbidden', 'cross-site', 'key-in-url', 'validation', 'link-expired', 'rate-limited'] as const),
      'unavailable',
      ...anyBody,
    ),
  },
};

export const identityPaths: ZodOpenApiPathsObject = {
  '/api/identities': { get: listIdentities },
  '/api/identities/{identity_id}': { delete: disconnectIdentity },
  '/api/oidc/{issuer}': { post: beginSignIn },
  '/api/oidc/callback/{issuer}': { get: endSignIn },
  '/api/registration': { post: register },
};
