import { z } from 'zod';
import { endpoint } from '../../../server/http/endpoint.ts';
import { freshResponse } from '../../../server/http/response.ts';
import { grantTypes } from '../../../server/oauth/addresses.ts';
import { clientRegistration, registerClient } from '../../../server/oauth/register-client.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  method: 'POST',
  query: z.object({}),
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
});
