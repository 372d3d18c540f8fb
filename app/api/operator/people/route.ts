import { newOperatorBody } from '../../../../lib/operator/people.ts';
import { routeOf } from '../../../../server/http/endpoint.ts';
import { operatorChange, operatorList } from '../../../../server/http/operator-endpoint.ts';
import { createOperator } from '../../../../server/operator/create-operator.ts';
import { listPeople, peopleQuery } from '../../../../server/operator/list-people.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeOf(
  operatorList({
    right: 'read-people',
    exportRight: 'export-people',
    query: peopleQuery,
    read: (context, query, _params, caller) => listPeople(context, query, caller),
    columns: () => ({
      person: ({ id }) => id,
      name: ({ name }) => name,
      email: ({ email }) => email,
      role: ({ operatorRole }) => operatorRole,
      created: ({ createdAt }) => createdAt,
      erased: ({ erasedAt }) => erasedAt,
      sessions: ({ sessions }) => sessions,
      'last seen': ({ lastSeenAt }) => lastSeenAt,
    }),
  }),
  operatorChange({ body: newOperatorBody, wish: (body) => body, change: createOperator }),
);
