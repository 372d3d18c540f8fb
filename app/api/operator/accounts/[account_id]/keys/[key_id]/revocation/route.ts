import { reasonBody } from '../../../../../../../../lib/operator/people.ts';
import { routeOf } from '../../../../../../../../server/http/endpoint.ts';
import { operatorChange } from '../../../../../../../../server/http/operator-endpoint.ts';
import { revokeAccountKey } from '../../../../../../../../server/operator/revoke-account-key.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeOf(
  operatorChange({
    body: reasonBody,
    wish: (_body, { account_id: accountId = '', key_id: keyId = '' }) => ({ accountId, keyId }),
    change: revokeAccountKey,
  }),
);
