import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi';
import {
  askingClient,
  authorizationAnswer,
  authorizationDecision,
  authorizationRequest,
} from '../../lib/oauth/authorization.ts';
import { anyCaller } from './documented-calls.ts';
import { anyBody, json, refusals } from './openapi-responses.ts';

const refused = ['sign-in-required', 'invalid-authorization', 'rate-limited', 'unavailable'] as const;

const readAuthorization: ZodOpenApiOperationObject = {
  operationId: 'getAuthorization',
  summary: 'Read who asks for a grant',
  description:
    'Used by the page `/oauth/authorize`, to which the client of an agent sends a person. The addresses of the authorization server are at `/.well-known/oauth-authorization-server`.',
  requestParams: { query: authorizationRequest },
  responses: {
    '200': json('The client.', askingClient),
    ...refusals(...refused, 'invalid-parameter', ...anyCaller),
  },
};

const decideAuthorization: ZodOpenApiOperationObject = {
  operationId: 'decideAuthorization',
  summary: 'Grant or deny what a client asks for',
  description:
    'A grant is an API key of the person with these limits, listed and revoked with the others. Its secret is shown to nobody: the client gets tokens for `/mcp` by the code in `location`.',
  requestBody: { required: true, content: { 'application/json': { schema: authorizationDecision } } },
  responses: {
    '200': json('Where the browser goes on.', authorizationAnswer),
    ...refusals(
      ...refused,
      ...(['confirmation-required', 'forbidden', 'too-many-keys', 'validation'] as const),
      ...anyCaller,
      ...anyBody,
    ),
  },
};

export const authorizationPaths: ZodOpenApiPathsObject = {
  '/api/authorizations': { get: readAuthorization, post: decideAuthorization },
};
