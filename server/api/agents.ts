import {
  askingClient,
  authorizationAnswer,
  authorizationDecision,
  authorizationRequest,
} from '../../lib/oauth/authorization.ts';
import { readForm } from '../http/read-request.ts';
import { namesOf } from '../http/arriving-request.ts';
import { cacheableJson, freshResponse } from '../http/response.ts';
import { mcpQuery } from '../mcp/serve-mcp.ts';
import { authorizationServerMetadata, grantTypes, resourceMetadata } from '../oauth/addresses.ts';
import { decideAuthorization, readAuthorization } from '../oauth/decide-authorization.ts';
import { revokeClientToken, exchangeToken } from '../oauth/exchange-token.ts';
import { clientRegistration, registerClient } from '../oauth/register-client.ts';
import {
  anyCaller,
  bareOperation,
  operation,
  type Operation,
  type OperationGroup,
} from './table/operation.ts';

export const agents = {
  tag: 'Agents',
  operations: [
    operation('GET /api/authorizations', {
      name: 'getAuthorization',
      summary: 'Show which client asks for a grant',
      description:
        'Used by the page `/oauth/authorize`, to which the client of an agent sends a person. The addresses of the authorization server are at `/.well-known/oauth-authorization-server`.',
      query: authorizationRequest,
      access: anyCaller,
      answers: { 200: ['The client.', askingClient] },
      refuses: ['sign-in-required', 'invalid-authorization', 'unavailable'],
      run: ({ context, caller, query, connection }) => readAuthorization(context, caller, query, connection),
    }),
    operation('POST /api/authorizations', {
      name: 'decideAuthorization',
      summary: 'Grant or deny what a client asks for',
      description:
        'A grant is an API key of the person with these limits, listed and revoked with the others. Its secret is shown to nobody: the client gets tokens for `/mcp` by the code in `location`.',
      access: anyCaller,
      limit: 'call',
      body: authorizationDecision,
      answers: { 200: ['Where the browser continues.', authorizationAnswer] },
      refuses: [
        'sign-in-required',
        'invalid-authorization',
        'confirmation-required',
        'forbidden',
        'too-many-keys',
      ],
      run: ({ context, caller, body, requestId, connection }) =>
        decideAuthorization(context, caller, body, { network: connection.network, requestId }),
    }),
  ],
} satisfies OperationGroup;

const resource = '/.well-known/oauth-protected-resource';

/** What the standards of agents describe: MCP, and OAuth 2.1 with RFC 7009, 7591, 8414 and 9728. */
export const protocols: Operation[] = [
  bareOperation('POST /mcp', {
    query: mcpQuery,
    handle: async (call) => {
      const { serveMcp } = await import('../mcp/serve-mcp.ts');
      return serveMcp(call);
    },
  }),
  bareOperation('GET /.well-known/oauth-authorization-server', {
    handle: ({ context }) => cacheableJson(authorizationServerMetadata(context.settings)),
  }),
  // The second address follows from that of `/mcp`.
  ...[resource, `${resource}/mcp`].map((path) =>
    bareOperation(`GET ${path}`, {
      handle: async ({ context, request }) =>
        cacheableJson(resourceMetadata(context.settings, request.url, (await context.face.read()).name)),
    }),
  ),
  bareOperation('POST /oauth/register', {
    handle: async ({ context, connection, body }) => {
      await context.rateLimits.takeTokens(connection.network);
      const { data, error } = clientRegistration.safeParse((await body()) ?? {});
      const reply = (status: number, value: object) =>
        freshResponse(status, 'application/json', JSON.stringify(value));
      const refuse = (error_description: string) =>
        reply(400, { error: 'invalid_redirect_uri', error_description });
      if (!data) return refuse(error.issues.map(({ message }) => message).join(' '));
      const client = registerClient(context.secret, data);
      if (!client) return refuse('The addresses are too long.');
      return reply(201, {
        client_id: client.id,
        client_name: client.name,
        redirect_uris: client.redirectUris,
        token_endpoint_auth_method: 'none',
        response_types: ['code'],
        grant_types: grantTypes,
      });
    },
  }),
  bareOperation('POST /oauth/revoke', {
    handle: async ({ context, request, connection }) => {
      await context.rateLimits.takeTokens(connection.network);
      const form = await readForm(request, connection);
      const isOwn = await revokeClientToken(context, form, namesOf(request.headers).requestId);
      const refusal = { error: 'invalid_grant', error_description: 'The token is of another client.' };
      return freshResponse(isOwn ? 200 : 400, 'application/json', JSON.stringify(isOwn ? {} : refusal));
    },
  }),
  bareOperation('POST /oauth/token', {
    handle: async ({ context, request, connection }) => {
      await context.rateLimits.takeTokens(connection.network);
      const form = await readForm(request, connection);
      const { status, body } = await exchangeToken(context, form, namesOf(request.headers).requestId);
      return freshResponse(status, 'application/json', JSON.stringify(body));
    },
  }),
];
