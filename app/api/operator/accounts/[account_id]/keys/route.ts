import { newAccountKeyBody } from '../../../../../../lib/operator/accounts.ts';
import { operatorPersonOf } from '../../../../../../server/callers/create-key.ts';
import { routeOf } from '../../../../../../server/http/endpoint.ts';
import { operatorChange } from '../../../../../../server/http/operator-endpoint.ts';
import { createAccountKey } from '../../../../../../server/operator/create-account-key.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeOf(
  operatorChange({
    body: newAccountKeyBody,
    wish: (body, { account_id: accountId = '' }, caller) => ({
      ...body,
      accountId,
      operatorPersonKey: operatorPersonOf(caller),
    }),
    change: createAccountKey,
  }),
);
