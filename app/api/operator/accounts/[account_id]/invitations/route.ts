import { operatorInvitationBody } from '../../../../../../lib/operator/accounts.ts';
import { routeOf } from '../../../../../../server/http/endpoint.ts';
import { operatorChange } from '../../../../../../server/http/operator-endpoint.ts';
import { inviteToAccount } from '../../../../../../server/operator/invite-to-account.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeOf(
  operatorChange({
    body: operatorInvitationBody,
    wish: (body, { account_id: accountId = '' }) => ({ ...body, accountId }),
    change: inviteToAccount,
  }),
);
