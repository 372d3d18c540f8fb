import { z } from 'zod';
import { authorOf } from '../../../../server/callers/caller.ts';
import { requireAccount } from '../../../../server/callers/own-key.ts';
import { revokeKey } from '../../../../server/callers/revoke-key.ts';
import { endpoint } from '../../../../server/http/endpoint.ts';
import { namesOf } from '../../../../server/http/request-names.ts';
import { privateNothing } from '../../../../server/http/private-response.ts';
import { clearSessionCookie } from '../../../../server/http/session-cookie.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  method: 'DELETE',
  query: z.object({}),
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
});
