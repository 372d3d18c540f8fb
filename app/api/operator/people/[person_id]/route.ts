import { z } from 'zod';
import { routeOf } from '../../../../../server/http/endpoint.ts';
import { operatorRead } from '../../../../../server/http/operator-endpoint.ts';
import { readPerson } from '../../../../../server/operator/read-person.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeOf(
  operatorRead({
    right: 'read-people',
    query: z.object({}),
    read: (context, _query, { person_id = '' }, caller) => readPerson(context, person_id, caller),
  }),
);
