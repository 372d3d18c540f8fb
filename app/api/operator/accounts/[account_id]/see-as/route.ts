import { z } from 'zod';
import { seeAsBody } from '../../../../../../lib/operator/accounts.ts';
import { endpoint } from '../../../../../../server/http/endpoint.ts';
import { privateJson } from '../../../../../../server/http/private-response.ts';
import { readBody } from '../../../../../../server/http/read-body.ts';
import { namesOf } from '../../../../../../server/http/request-names.ts';
import { requireRight } from '../../../../../../server/operator/rights.ts';
import { seeAs } from '../../../../../../server/operator/see-as.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  method: 'POST',
  query: z.object({}),
  handle: async ({ context, request, connection, params, body, identify }) => {
    const identity = await identify();
    const { caller } = identity;
    requireRight(caller, 'see-as');
    await context.rateLimits.takeCall(caller, connection.network);
    const { reason } = readBody(seeAsBody, (await body()) ?? {});
    const { requestId } = namesOf(request.headers);
    const wish = { accountId: params['account_id'] ?? '', reason, requestId };
    return privateJson(identity, await seeAs(context, caller, wish));
  },
});
