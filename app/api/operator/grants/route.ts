import { grantBody } from '../../../../lib/operator/accounts.ts';
import { routeOf } from '../../../../server/http/endpoint.ts';
import { operatorChange } from '../../../../server/http/operator-endpoint.ts';
import { grantCredits } from '../../../../server/operator/grant-credits.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeOf(
  operatorChange({ body: grantBody, wish: (body) => body, change: grantCredits }),
);
