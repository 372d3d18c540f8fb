import { z } from 'zod';
import { newKeyBody } from '../../../lib/account/api-keys.ts';
import { authorOf } from '../../../server/callers/caller.ts';
import { createKey } from '../../../server/callers/create-key.ts';
import { listKeys } from '../../../server/callers/list-keys.ts';
import { requireAccount } from '../../../server/callers/own-key.ts';
import { handler, routeOf } from '../../../server/http/endpoint.ts';
import { ownRead } from '../../../server/http/own-read.ts';
import { privateJson } from '../../../server/http/private-response.ts';
import { namesOf } from '../../../server/http/request-names.ts';
import { readBody } from '../../../server/http/read-body.ts';

const query = z.object({});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeOf(
  ownRead(listKeys),
  handler({
    method: 'POST',
    query,
    handle: async ({ context, identify, connection, body, request }) => {
      const identity = await identify();
      requireAccount(identity.caller);
      await context.rateLimits.takeCall(identity.caller, connection.network);
      const wish = readBody(newKeyBody, (await body()) ?? {});
      const author = authorOf(identity.caller, namesOf(request.headers).requestId);
      const created = await createKey(context, identity.caller, wish, author);
      return privateJson(identity, created, { status: 201 });
    },
  }),
);
