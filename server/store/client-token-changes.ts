import type { CreateKeyPayload } from './account-changes.ts';

export interface GrantClientPayload {
  key: CreateKeyPayload & { client: { id: string; name: string }; personKey: number };
  /** What the client exchanges for tokens. */
  code: { hash: string; expiresAt: number; redirectUri: string; codeChallenge: string };
}

export interface SaveClientTokensPayload {
  apiKeyKey: number;
  now: number;
  /** SHA-256 of the tokens. */
  access: { hash: string; expiresAt: number };
  refresh: { hash: string; expiresAt: number };
}

export interface UseClientTokenPayload {
  /** Of a code or refresh token. */
  hash: string;
  now: number;
}
