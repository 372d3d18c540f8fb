import { z } from 'zod';
import { chooseAccountBody } from '../../../../lib/account/members.ts';
import { endpoint } from '../../../../server/http/endpoint.ts';
import { privateNothing } from '../../../../server/http/private-response.ts';
import { readBody } from '../../../../server/http/read-body.ts';
import { chooseAccount } from '../../../../server/members/choose-account.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  method: 'POST',
  query: z.object({}),
  handle: async ({ context, identify, connection, body }) => {
    const { caller } = await identify();
    await context.rateLimits.takeCall(caller, connection.network);
    const { account } = readBody(chooseAccountBody, (await body()) ?? {});
    await chooseAccount(context, caller, account);
    return privateNothing();
  },
});
