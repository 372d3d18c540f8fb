import { refusedUsageOf, refusedUsageQuery } from '../../../../../../../server/calls/list-refused-calls.ts';
import { routeOf } from '../../../../../../../server/http/endpoint.ts';
import { operatorList } from '../../../../../../../server/http/operator-endpoint.ts';
import { refusedUsageColumns } from '../../../../../../../server/http/refused-columns.ts';
import { requireAccount } from '../../../../../../../server/operator/read-account.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeOf(
  operatorList({
    right: 'read-accounts',
    exportRight: 'export-accounts',
    query: refusedUsageQuery,
    read: async (context, query, { account_id = '' }) => {
      const { id } = await requireAccount(context, account_id);
      return refusedUsageOf(context, id, query);
    },
    columns: () => refusedUsageColumns,
  }),
);
