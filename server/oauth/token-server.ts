import OAuth2Server from '@node-oauth/oauth2-server';
import type { ClientTokenRow } from '../store/accounts/account-rows.ts';
import { grantTypes, onlyScope } from './addresses.ts';
import { makeClientToken } from '../callers/api-key.ts';

/** How long an access token works. Its client renews it. */
const accessSeconds = 60 * 60;
/** A grant that nobody uses for so long ends. */
const refreshSeconds = 90 * 24 * 60 * 60;

const grants = [...grantTypes];
const scope = [onlyScope];

export interface NewTokens {
  access: { token: string; expiresAt: number };
  refresh: { token: string; expiresAt: number };
}

/** A code or refresh token that a client gives. */
export interface GivenToken {
  token: string;
  row: ClientTokenRow;
}

/** What the portal keeps of tokens. */
export interface TokenStore {
  /** Undefined if there is none of this kind, or its grant has ended. */
  find(kind: 'code' | 'refresh', token: string): Promise<ClientTokenRow | undefined>;
  /** False if somebody has used it. */
  useCode(code: GivenToken): Promise<boolean>;
  /** Saves the tokens, and uses a refresh token for them. False if the grant has ended. */
  exchange(given: GivenToken, tokens: NewTokens): Promise<boolean>;
}

export interface TokenReply {
  status: number;
  /** JSON. */
  body: unknown;
}

/** The only module that names the library: it is loaded with the first request. Answers a request for tokens. */
export async function exchangeGrant(store: TokenStore, form: Record<string, string>): Promise<TokenReply> {
  const server = new OAuth2Server({
    model: modelOf(store),
    accessTokenLifetime: accessSeconds,
    refreshTokenLifetime: refreshSeconds,
    requireClientAuthentication: { authorization_code: false, refresh_token: false },
  });
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '1' };
  const request = new OAuth2Server.Request({ method: 'POST', query: {}, headers, body: form });
  const response = new OAuth2Server.Response({});
  try {
    await server.token(request, response);
  } catch (error) {
    throwUnlessRefusal(error);
  }
  const body: unknown = response.body;
  return { status: response.status ?? 200, body };
}

/** What went wrong in the portal is the portal's to tell. */
function throwUnlessRefusal(error: unknown): void {
  if (!(error instanceof OAuth2Server.OAuthError)) throw error;
  if (error instanceof OAuth2Server.ServerError) throw 'inner' in error ? error.inner : error;
}

type Model = OAuth2Server.AuthorizationCodeModel & OAuth2Server.RefreshTokenModel;

function modelOf(store: TokenStore): Model {
  const found = async (kind: 'code' | 'refresh', token: string) => {
    const row = await store.find(kind, token);
    return row && { row, scope, client: { id: row.apiKey.clientId ?? '', grants }, user: { token, row } };
  };
  const verbs = {
    // All clients are public, and a code or token belongs to one: that is compared.
    getClient: async (id: string) => ({ id, grants }),
    async getAuthorizationCode(authorizationCode: string) {
      const code = await found('code', authorizationCode);
      const { expiresAt, redirectUri, codeChallenge } = code?.row ?? {};
      return (
        code && {
          ...code,
          authorizationCode,
          expiresAt,
          redirectUri,
          codeChallenge,
          codeChallengeMethod: 'S256',
        }
      );
    },
    async getRefreshToken(refreshToken: string) {
      const token = await found('refresh', refreshToken);
      return token && { ...token, refreshToken, refreshTokenExpiresAt: token.row.expiresAt };
    },
    // Before its verifier is compared, so that nobody tries several.
    revokeAuthorizationCode: ({ user }: { user: GivenToken }) => store.useCode(user),
    // It is used with the write that saves the new tokens.
    revokeToken: async () => true,
    generateAccessToken: async () => makeClientToken('access'),
    generateRefreshToken: async () => makeClientToken('refresh'),
    async saveToken(token: OAuth2Server.Token, client: OAuth2Server.Client, user: GivenToken) {
      // No token outlives its grant.
      const endsAtMs = user.row.apiKey.expiresAt?.getTime() ?? Infinity;
      const expiresAt = (date: Date | undefined) => Math.min(date?.getTime() ?? 0, endsAtMs);
      const tokens = {
        access: { token: token.accessToken, expiresAt: expiresAt(token.accessTokenExpiresAt) },
        refresh: { token: token.refreshToken ?? '', expiresAt: expiresAt(token.refreshTokenExpiresAt) },
      };
      if (!(await store.exchange(user, tokens)))
        throw new OAuth2Server.InvalidGrantError('The grant has ended.');
      return { ...token, accessTokenExpiresAt: new Date(tokens.access.expiresAt), scope, client, user };
    },
  };
  return asModel(verbs);
}

/** The library calls no other verbs of a model for the two grants, and fails if one of these is missing. */
function asModel(verbs: object): Model {
  return verbs as Model;
}
