import { Problem } from '../../lib/problem/problem.ts';
import { hashClientToken, isClientToken } from '../callers/api-key.ts';
import type { Context } from '../context.ts';
import type { ClientTokenRow } from '../store/accounts/account-rows.ts';
import { portalAuthor } from '../store/author.ts';
import { writeChange } from '../store/write-change.ts';
import { grantTypes, isOwnResource, mcpAddress } from './addresses.ts';
import type { NewTokens, TokenReply, TokenStore } from './token-server.ts';

/** Exchanges a code or refresh token for tokens. One that comes again ends its grant: two have it. */
export async function exchangeToken(
  context: Context,
  form: URLSearchParams,
  requestId: string,
): Promise<TokenReply> {
  const resource = form.get('resource');
  if (resource !== null && !isOwnResource(resource, context.settings))
    return refusal('invalid_target', `The only resource of this portal is ${mcpAddress(context.settings)}.`);
  if (!grantTypes.includes(form.get('grant_type') ?? ''))
    return refusal('unsupported_grant_type', `Expected ${grantTypes.join(' or ')} as grant_type.`);
  // There is one scope, whatever a client asks for.
  const { scope: _scope, ...given } = Object.fromEntries(form);
  const { exchangeGrant } = await import('./token-server.ts');
  return exchangeGrant(tokenStore(context, requestId), given);
}

function tokenStore(context: Context, requestId: string): TokenStore {
  return {
    find: async (kind, token) =>
      isClientToken(kind, token) ? findToken(context, kind, hashClientToken(token)) : undefined,
    async useCode({ token, row }) {
      const use = { hash: hashClientToken(token), now: Date.now() };
      const { used } = await writeChange(context, 'use-client-code', use);
      if (!used) await endGrant(context, row.apiKey.id, requestId);
      return used;
    },
    async exchange({ token, row: { kind, apiKey } }, { access, refresh }) {
      await endUncollectedGrants(context);
      const { saved } = await writeChange(context, 'save-client-tokens', {
        replaced: kind === 'refresh' ? hashClientToken(token) : null,
        apiKeyKey: apiKey.key,
        now: Date.now(),
        access: stored(access),
        refresh: stored(refresh),
      });
      if (!saved) await endGrant(context, apiKey.id, requestId);
      return saved;
    },
  };
}

async function findToken(
  { store }: Context,
  kind: string,
  hash: string,
): Promise<ClientTokenRow | undefined> {
  const row = await store.accounts.findClientToken(hash);
  return row?.kind === kind ? row : undefined;
}

function stored({ token, expiresAt }: NewTokens['access']) {
  return { hash: hashClientToken(token), expiresAt };
}

function refusal(error: string, error_description: string): TokenReply {
  return { status: 400, body: { error, error_description } };
}

/** Revokes the key of a grant, and with it all tokens. */
async function endGrant(context: Context, keyId: string, requestId: string): Promise<void> {
  const author = { kind: 'key', id: keyId, requestId } as const;
  try {
    await writeChange(context, 'revoke-key', { id: keyId, now: Date.now() }, author);
  } catch (error) {
    // The key has just ended otherwise.
    if (!(error instanceof Problem) || error.code !== 'forbidden') throw error;
  }
}

/** Ends grants whose code has expired. No agent can use them. */
export async function endUncollectedGrants(context: Context): Promise<void> {
  for (const id of await context.store.accounts.uncollectedGrants())
    await writeChange(context, 'revoke-key', { id, now: Date.now() }, portalAuthor);
}

/**
 * Ends the grant of a token that its client gives back (RFC 7009). A token that is not valid has ended already. False,
 * and nothing ends, if another client names itself.
 */
export async function revokeClientToken(
  context: Context,
  form: URLSearchParams,
  requestId: string,
): Promise<boolean> {
  const found = await context.store.accounts.findClientToken(hashClientToken(form.get('token') ?? ''));
  if (!found || found.kind === 'code') return true;
  const clientId = form.get('client_id') ?? found.apiKey.clientId;
  if (clientId !== found.apiKey.clientId) return false;
  await endGrant(context, found.apiKey.id, requestId);
  return true;
}
