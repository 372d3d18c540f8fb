import { routeOf } from '../../../../server/http/endpoint.ts';
import { operatorList } from '../../../../server/http/operator-endpoint.ts';
import { entriesOfAllQuery, listEntriesOfAll } from '../../../../server/operator/list-entries-of-all.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeOf(
  operatorList({
    right: 'read-money',
    exportRight: 'export-accounts',
    query: entriesOfAllQuery,
    read: listEntriesOfAll,
    columns: () => ({
      entry: ({ id }) => id,
      at: ({ at }) => at,
      account: ({ account }) => account && account.id,
      'account name': ({ account }) => account && account.name,
      kind: ({ kind }) => kind,
      credits: ({ amount }) => amount,
      call: ({ callId }) => callId,
      reason: ({ reason }) => reason,
    }),
  }),
);
