import { z } from 'zod';
import { invitationBody } from '../../../lib/account/members.ts';
import { endpoint } from '../../../server/http/endpoint.ts';
import { privateJson } from '../../../server/http/private-response.ts';
import { readBody } from '../../../server/http/read-body.ts';
import { showInvitation } from '../../../server/members/show-invitation.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  method: 'POST',
  query: z.object({}),
  handle: async ({ context, connection, body }) => {
    await context.rateLimits.takeLookUp(connection.network);
    const { token } = readBody(invitationBody, (await body()) ?? {});
    const known = { caller: { kind: 'guest' as const }, bySession: false };
    return privateJson(known, await showInvitation(context, token));
  },
});
