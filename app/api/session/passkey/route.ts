import { z } from 'zod';
import { endpoint } from '../../../../server/http/endpoint.ts';
import { privateJson } from '../../../../server/http/private-response.ts';
import { passkeyToUse } from '../../../../server/people/passkeys.ts';

/** The same for everybody: whose passkey it is shows when it is used. */
const anybody = { caller: { kind: 'guest' as const }, bySession: true };

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  method: 'POST',
  query: z.object({}),
  handle: async ({ context }) => privateJson(anybody, await passkeyToUse(context)),
});
