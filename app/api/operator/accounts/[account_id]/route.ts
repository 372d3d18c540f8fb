import { z } from 'zod';
import { routeOf } from '../../../../../server/http/endpoint.ts';
import { operatorRead } from '../../../../../server/http/operator-endpoint.ts';
import { readAccount } from '../../../../../server/operator/read-account.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeOf(
  operatorRead({
    right: 'read-accounts',
    query: z.object({}),
    read: (context, _query, { account_id = '' }, caller) => readAccount(context, account_id, caller),
  }),
);
