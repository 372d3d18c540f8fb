import { z } from 'zod';
import { routeOf } from '../../../../server/http/endpoint.ts';
import { operatorRead } from '../../../../server/http/operator-endpoint.ts';
import { readOverview } from '../../../../server/operator/read-overview.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeOf(
  operatorRead({
    right: 'read-overview',
    query: z.object({}),
    read: (context, _query, _params, caller) => readOverview(context, caller),
  }),
);
