import { suspensionBody } from '../../../../../../lib/operator/accounts.ts';
import { routeOf } from '../../../../../../server/http/endpoint.ts';
import { operatorChange } from '../../../../../../server/http/operator-endpoint.ts';
import { suspendAccount } from '../../../../../../server/operator/suspend-account.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeOf(
  operatorChange({
    body: suspensionBody,
    wish: (body, { account_id: accountId = '' }) => ({ ...body, accountId }),
    change: suspendAccount,
  }),
);
