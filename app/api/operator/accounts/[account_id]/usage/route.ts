import { sumUsage, usageQuery } from '../../../../../../server/calls/sum-usage.ts';
import { routeOf } from '../../../../../../server/http/endpoint.ts';
import { operatorList } from '../../../../../../server/http/operator-endpoint.ts';
import { usageColumns } from '../../../../../../server/http/usage-columns.ts';
import { requireAccount } from '../../../../../../server/operator/read-account.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeOf(
  operatorList({
    right: 'read-accounts',
    exportRight: 'export-accounts',
    query: usageQuery,
    read: async (context, query, { account_id = '' }) => {
      const { id } = await requireAccount(context, account_id);
      return sumUsage(context, id, query);
    },
    columns: ({ by }) => usageColumns(by),
  }),
);
