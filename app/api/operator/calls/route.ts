import { routeOf } from '../../../../server/http/endpoint.ts';
import { operatorList } from '../../../../server/http/operator-endpoint.ts';
import { callsOfAllQuery, listCallsOfAll } from '../../../../server/operator/list-calls-of-all.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeOf(
  operatorList({
    right: 'read-calls',
    exportRight: 'export-calls',
    query: callsOfAllQuery,
    read: (context, query, _params, caller) => listCallsOfAll(context, query, caller),
    columns: () => ({
      call: ({ id }) => id,
      account: ({ account }) => account && account.id,
      'account name': ({ account }) => account && account.name,
      key: ({ key }) => key && key.id,
      'key name': ({ key }) => key && key.name,
      person: ({ person }) => person && person.id,
      'person name': ({ person }) => person && person.name,
      request: ({ requestId }) => requestId,
      product: ({ product }) => product.slug,
      began: ({ startedAt }) => startedAt,
      ended: ({ settledAt }) => settledAt,
      state: ({ state }) => state,
      outcome: ({ outcome }) => outcome,
      problem: ({ problem }) => problem,
      'quoted credits': ({ quoted }) => quoted,
      'charged credits': ({ charged }) => charged,
    }),
  }),
);
