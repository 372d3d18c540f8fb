import { reasonBody } from '../../../../../../lib/operator/people.ts';
import { routeOf } from '../../../../../../server/http/endpoint.ts';
import { operatorChange } from '../../../../../../server/http/operator-endpoint.ts';
import { resetFactorsOf } from '../../../../../../server/operator/reset-factors-of.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeOf(
  operatorChange({
    body: reasonBody,
    wish: (_body, { person_id: personId = '' }) => ({ personId }),
    change: resetFactorsOf,
  }),
);
