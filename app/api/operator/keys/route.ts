import { routeOf } from '../../../../server/http/endpoint.ts';
import { operatorList } from '../../../../server/http/operator-endpoint.ts';
import { keysOfAllQuery, listKeysOfAll } from '../../../../server/operator/list-keys-of-all.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeOf(
  operatorList({
    right: 'read-accounts',
    exportRight: 'export-accounts',
    query: keysOfAllQuery,
    read: listKeysOfAll,
    columns: () => ({
      key: ({ id }) => id,
      name: ({ name }) => name,
      'last letters': ({ hint }) => hint,
      operator: ({ operator }) => String(operator),
      account: ({ account }) => account.id,
      'account name': ({ account }) => account.name,
      person: ({ person }) => person && person.id,
      created: ({ createdAt }) => createdAt,
      'last used': ({ lastUsedAt }) => lastUsedAt,
      expires: ({ expiresAt }) => expiresAt,
      revoked: ({ revokedAt }) => revokedAt,
    }),
  }),
);
