import { z } from 'zod';
import { endpoint } from '../../../server/http/endpoint.ts';
import { readForm } from '../../../server/http/read-form.ts';
import { namesOf } from '../../../server/http/request-names.ts';
import { freshResponse } from '../../../server/http/response.ts';
import { revokeClientToken } from '../../../server/oauth/end-grant.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  method: 'POST',
  query: z.object({}),
  handle: async ({ context, request, connection }) => {
    await context.rateLimits.takeTokens(connection.network);
    const form = await readForm(request, connection);
    await revokeClientToken(context, form.get('token') ?? '', namesOf(request.headers).requestId);
    return freshResponse(200, 'application/json', '{}');
  },
});
