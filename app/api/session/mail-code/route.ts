import { z } from 'zod';
import { mailCodeBody } from '../../../../lib/account/mail-codes.ts';
import { endpoint } from '../../../../server/http/endpoint.ts';
import { privateNothing } from '../../../../server/http/private-response.ts';
import { readBody } from '../../../../server/http/read-body.ts';
import { refuseCrossSite } from '../../../../server/http/refuse-cross-site.ts';
import { mailCode } from '../../../../server/people/mail-code.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  method: 'POST',
  query: z.object({}),
  handle: async ({ context, request, connection, body }) => {
    refuseCrossSite(request, context.settings.url);
    const { email } = readBody(mailCodeBody, (await body()) ?? {});
    await context.rateLimits.takeSignIn(connection.network, email.comparisonKey);
    mailCode(context, email, connection.network);
    return privateNothing();
  },
});
