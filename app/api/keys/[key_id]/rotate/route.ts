import { z } from 'zod';
import { rotationBody } from '../../../../../lib/account/api-keys.ts';
import { authorOf } from '../../../../../server/callers/caller.ts';
import { requireAccount } from '../../../../../server/callers/own-key.ts';
import { endEarlierSecret, rotateKey } from '../../../../../server/callers/rotate-key.ts';
import { handler, routeOf } from '../../../../../server/http/endpoint.ts';
import { privateJson, privateNothing } from '../../../../../server/http/private-response.ts';
import { readBody } from '../../../../../server/http/read-body.ts';
import { namesOf } from '../../../../../server/http/request-names.ts';

const query = z.object({});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeOf(
  handler({
    method: 'POST',
    query,
    handle: async ({ context, identify, connection, params, body, request }) => {
      const identity = await identify();
      const { caller } = identity;
      requireAccount(caller);
      await context.rateLimits.takeCall(caller, connection.network);
      const { overlapHours } = readBody(rotationBody, (await body()) ?? {});
      const author = authorOf(caller, namesOf(request.headers).requestId);
      const rotated = await rotateKey(context, caller, params['key_id'] ?? '', overlapHours, author);
      return privateJson(identity, rotated);
    },
  }),
  handler({
    method: 'DELETE',
    query,
    handle: async ({ context, identify, connection, params, request }) => {
      const { caller } = await identify();
      requireAccount(caller);
      await context.rateLimits.takeCall(caller, connection.network);
      const author = authorOf(caller, namesOf(request.headers).requestId);
      await endEarlierSecret(context, caller, params['key_id'] ?? '', author);
      return privateNothing();
    },
  }),
);
