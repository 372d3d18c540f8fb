import { roleBody } from '../../../../../../lib/operator/people.ts';
import { routeOf } from '../../../../../../server/http/endpoint.ts';
import { operatorChange } from '../../../../../../server/http/operator-endpoint.ts';
import { setOperatorRole } from '../../../../../../server/operator/set-operator-role.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeOf(
  operatorChange({
    body: roleBody,
    wish: (body, { person_id: personId = '' }) => ({ ...body, personId }),
    change: setOperatorRole,
  }),
);
