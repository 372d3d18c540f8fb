import { accountCapsBody } from '../../../../../../lib/operator/accounts.ts';
import { routeOf } from '../../../../../../server/http/endpoint.ts';
import { operatorChange } from '../../../../../../server/http/operator-endpoint.ts';
import { capAccount } from '../../../../../../server/operator/cap-account.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeOf(
  operatorChange({
    body: accountCapsBody,
    wish: (body, { account_id: accountId = '' }) => ({ ...body, accountId }),
    change: capAccount,
  }),
);
