import type { CreateKeyPayload } from './account-changes.ts';

export interface GrantClientPayload {
  key: CreateKeyPayload & { client: { id: string; name: string }; personKey: number };
  /** What the client exchanges for tokens. */
  code: { hash: string; expiresAt: number; redirectUri: string; codeChallenge: string };
}

export interface SaveClientTokensPayload {
  /** SHA-256 of the refresh token that they replace; null for those of a code, which has been used. */
  replaced: string | null;
  apiKeyKey: number;
  now: number;
  /** SHA-256 of the tokens. */
  access: { hash: string; expiresAt: number };
  refresh: { hash: string; expiresAt: number };
}

export interface UseClientCodePayload {
  hash: string;
  now: number;
}
