import { z } from 'zod';
import type { KeysOfAll } from '../../lib/operator/keys.ts';
import type { Context } from '../portal/context.ts';
import type { KeyOfAllRow } from '../store/accounts.ts';
import { filterText, listParameters, pageWish } from './list-parameters.ts';

export const keyStates = ['active', 'revoked'] as const;

export const keysOfAllQuery = z.object({
  account: filterText('Only keys of the account of this id.'),
  q: filterText('Only keys with this id or these last letters, or with this text in their name.'),
  state: z
    .enum(keyStates, keyStates.join(', '))
    .optional()
    .meta({ description: '`active`: only keys that are not revoked. `revoked`: only those that are.' }),
  kind: z.literal('operator', 'operator').optional().meta({ description: '`operator`: only operator keys.' }),
  ...listParameters,
});

export type KeysOfAllQuery = z.output<typeof keysOfAllQuery>;

/** The API keys of all accounts. */
export async function listKeysOfAll(
  { store }: Context,
  { account, q, state, kind, ...query }: KeysOfAllQuery,
): Promise<KeysOfAll> {
  const filter = { accountId: account, text: q, state, operators: kind === 'operator' };
  const { rows, next } = await store.accounts.pageOfKeys(filter, pageWish(query));
  return { list: rows.map(listedKey), next };
}

function listedKey({
  createdAt,
  lastUsedAt,
  expiresAt,
  revokedAt,
  ...key
}: KeyOfAllRow): KeysOfAll['list'][number] {
  return {
    ...key,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    expiresAt: expiresAt?.toISOString() ?? null,
    revokedAt: revokedAt?.toISOString() ?? null,
  };
}
