import { newAccountBody } from '../../../../lib/operator/accounts.ts';
import { routeOf } from '../../../../server/http/endpoint.ts';
import { operatorChange, operatorList } from '../../../../server/http/operator-endpoint.ts';
import { createAccount } from '../../../../server/operator/create-account.ts';
import { accountsQuery, listAccounts } from '../../../../server/operator/list-accounts.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeOf(
  operatorList({
    right: 'read-accounts',
    exportRight: 'export-accounts',
    query: accountsQuery,
    read: listAccounts,
    columns: () => ({
      account: ({ id }) => id,
      name: ({ name }) => name,
      created: ({ createdAt }) => createdAt,
      suspended: ({ suspendedAt }) => suspendedAt,
      balance: ({ balance }) => balance,
      held: ({ held }) => held,
      available: ({ available }) => available,
      'API keys': ({ keys }) => keys,
    }),
  }),
  operatorChange({ body: newAccountBody, wish: (body) => body, change: createAccount }),
);
