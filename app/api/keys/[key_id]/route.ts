import { z } from 'zod';
import { keyChangesBody } from '../../../../lib/account/api-keys.ts';
import { authorOf } from '../../../../server/callers/caller.ts';
import { changeKey } from '../../../../server/callers/change-key.ts';
import { requireAccount } from '../../../../server/callers/own-key.ts';
import { revokeKey } from '../../../../server/callers/revoke-key.ts';
import { handler, routeOf } from '../../../../server/http/endpoint.ts';
import { readBody } from '../../../../server/http/read-body.ts';
import { namesOf } from '../../../../server/http/request-names.ts';
import { privateNothing } from '../../../../server/http/private-response.ts';
import { clearSessionCookie } from '../../../../server/http/session-cookie.ts';

const query = z.object({});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeOf(
  handler({
    method: 'PATCH',
    query,
    handle: async ({ context, identify, connection, params, body, request }) => {
      const { caller } = await identify();
      requireAccount(caller);
      await context.rateLimits.takeCall(caller, connection.network);
      const wish = readBody(keyChangesBody, (await body()) ?? {});
      const author = authorOf(caller, namesOf(request.headers).requestId);
      await changeKey(context, caller, params['key_id'] ?? '', wish, author);
      return privateNothing();
    },
  }),
  handler({
    method: 'DELETE',
    query,
    handle: async ({ context, identify, connection, params, request }) => {
      const { caller, bySession } = await identify();
      requireAccount(caller);
      await context.rateLimits.takeCall(caller, connection.network);
      const id = params['key_id'] ?? '';
      await revokeKey(context, caller, id, authorOf(caller, namesOf(request.headers).requestId));
      // A browser that was signed in with the key goes on as a guest.
      const endsOwnSession = bySession && id === caller.apiKey?.id;
      return privateNothing(
        endsOwnSession ? { 'set-cookie': clearSessionCookie(context.settings.isHttps) } : {},
      );
    },
  }),
);
