import { z } from 'zod';
import { secondFactorBody } from '../../../lib/account/factors.ts';
import { handler, routeOf } from '../../../server/http/endpoint.ts';
import { ownRead } from '../../../server/http/own-read.ts';
import { privateJson, privateNothing } from '../../../server/http/private-response.ts';
import { readBody } from '../../../server/http/read-body.ts';
import { namesOf } from '../../../server/http/request-names.ts';
import { requirePerson } from '../../../server/people/own-person.ts';
import {
  beginSecondFactor,
  enableSecondFactor,
  readSecondFactor,
  removeSecondFactor,
} from '../../../server/people/second-factor.ts';

const query = z.object({});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeOf(
  ownRead(readSecondFactor),
  handler({
    method: 'POST',
    query,
    handle: async ({ context, identify, connection, body, request }) => {
      const identity = await identify();
      const { id } = requirePerson(identity.caller);
      const { code } = readBody(secondFactorBody, (await body()) ?? {});
      const { requestId } = namesOf(request.headers);
      await context.rateLimits.takeConfirmation(connection.network, id);
      if (code === undefined) {
        const begun = await beginSecondFactor(context, identity.caller, requestId);
        return privateJson(identity, begun, { status: 201 });
      }
      return privateJson(identity, await enableSecondFactor(context, identity.caller, code, requestId));
    },
  }),
  handler({
    method: 'DELETE',
    query,
    handle: async ({ context, identify, request }) => {
      const { caller } = await identify();
      await removeSecondFactor(context, caller, namesOf(request.headers).requestId);
      return privateNothing();
    },
  }),
);
