import { z } from 'zod';
import { endpoint } from '../../../../../server/http/endpoint.ts';
import { privateJson } from '../../../../../server/http/private-response.ts';
import { namesOf } from '../../../../../server/http/request-names.ts';
import { requireRight } from '../../../../../server/operator/rights.ts';
import { endSeeAs } from '../../../../../server/operator/see-as.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  method: 'POST',
  query: z.object({}),
  handle: async ({ context, request, connection, identify }) => {
    const identity = await identify();
    const { caller } = identity;
    requireRight(caller, 'end-see-as');
    await context.rateLimits.takeCall(caller, connection.network);
    return privateJson(identity, await endSeeAs(context, caller, namesOf(request.headers).requestId));
  },
});
