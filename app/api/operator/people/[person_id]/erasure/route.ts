import { erasureBody } from '../../../../../../lib/operator/people.ts';
import { routeOf } from '../../../../../../server/http/endpoint.ts';
import { operatorChange } from '../../../../../../server/http/operator-endpoint.ts';
import { erasePersonOf } from '../../../../../../server/operator/erase-person.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeOf(
  operatorChange({
    body: erasureBody,
    wish: (body, { person_id: personId = '' }) => ({ ...body, personId }),
    change: erasePersonOf,
  }),
);
