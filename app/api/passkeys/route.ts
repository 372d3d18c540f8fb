import { z } from 'zod';
import { newPasskey } from '../../../lib/account/passkeys.ts';
import { handler, routeOf } from '../../../server/http/endpoint.ts';
import { ownRead } from '../../../server/http/own-read.ts';
import { privateJson } from '../../../server/http/private-response.ts';
import { readBody } from '../../../server/http/read-body.ts';
import { namesOf } from '../../../server/http/request-names.ts';
import { requirePerson } from '../../../server/people/own-person.ts';
import { addPasskey, listPasskeys } from '../../../server/people/passkeys.ts';

const query = z.object({});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeOf(
  ownRead(listPasskeys),
  handler({
    method: 'POST',
    query,
    handle: async ({ context, identify, connection, body, request }) => {
      const identity = await identify();
      const { id } = requirePerson(identity.caller);
      const wish = readBody(newPasskey, (await body()) ?? {});
      await context.rateLimits.takeConfirmation(connection.network, id);
      const { requestId } = namesOf(request.headers);
      const added = await addPasskey(context, identity.caller, wish, requestId);
      return privateJson(identity, added, { status: 201 });
    },
  }),
);
