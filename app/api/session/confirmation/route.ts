import { z } from 'zod';
import {
  codeConfirmation,
  type ConfirmationWish,
  passkeyConfirmation,
  passwordConfirmation,
} from '../../../../lib/account/factors.ts';
import type { JsonObject } from '../../../../lib/json/json.ts';
import { handler, routeOf } from '../../../../server/http/endpoint.ts';
import { ownRead } from '../../../../server/http/own-read.ts';
import { privateNothing } from '../../../../server/http/private-response.ts';
import { readBody } from '../../../../server/http/read-body.ts';
import { namesOf } from '../../../../server/http/request-names.ts';
import { confirmSession, readConfirmationWays } from '../../../../server/people/confirm-session.ts';
import { requirePerson } from '../../../../server/people/own-person.ts';

const query = z.object({});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeOf(
  ownRead(readConfirmationWays),
  handler({
    method: 'POST',
    query,
    handle: async ({ context, request, connection, body, identify }) => {
      const { caller } = await identify();
      const { id } = requirePerson(caller);
      const wish = readWish((await body()) ?? {});
      // Somebody else at this browser must not guess the password.
      await context.rateLimits.takeConfirmation(connection.network, id);
      await confirmSession(context, caller, wish, namesOf(request.headers).requestId, connection);
      return privateNothing();
    },
  }),
);

/** By what is there, so that a fault names its field. */
function readWish(given: JsonObject): ConfirmationWish {
  if ('code' in given) return readBody(codeConfirmation, given);
  if ('passkey' in given) return readBody(passkeyConfirmation, given);
  return readBody(passwordConfirmation, given);
}
