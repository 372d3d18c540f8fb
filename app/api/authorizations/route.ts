import { z } from 'zod';
import { authorizationDecision, authorizationRequest } from '../../../lib/oauth/authorization.ts';
import { handler, routeOf } from '../../../server/http/endpoint.ts';
import { privateJson } from '../../../server/http/private-response.ts';
import { readBody } from '../../../server/http/read-body.ts';
import { namesOf } from '../../../server/http/request-names.ts';
import { decideAuthorization, readAuthorization } from '../../../server/oauth/decide-authorization.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeOf(
  handler({
    method: 'GET',
    query: authorizationRequest,
    handle: async ({ context, query, identify, connection }) => {
      const identity = await identify();
      return privateJson(identity, await readAuthorization(context, identity.caller, query, connection));
    },
  }),
  handler({
    method: 'POST',
    query: z.object({}),
    handle: async ({ context, identify, connection, body, request }) => {
      const identity = await identify();
      const { network } = connection;
      await context.rateLimits.takeCall(identity.caller, network);
      const decision = readBody(authorizationDecision, (await body()) ?? {});
      const source = { network, requestId: namesOf(request.headers).requestId };
      return privateJson(identity, await decideAuthorization(context, identity.caller, decision, source));
    },
  }),
);
