import { z } from 'zod';
import { type KeyAccess, keyAccess } from '../../lib/account/api-keys.ts';
import type { Caps } from './caps.ts';

export const createAccountPayload = z.strictObject({
  /** acc_ and random letters. */
  id: z.string(),
  name: z.string(),
  now: z.int(),
  /** Credits granted with the account; none by default. */
  credits: z.int().min(0).optional(),
});

export type CreateAccountPayload = z.output<typeof createAccountPayload>;

/** `takenBy`: the account that has the name already; then nothing was made. */
export interface CreateAccountResult {
  takenBy: string | null;
}

const cap = z.int().min(0).nullable();

export const createKeyPayload = z.strictObject({
  /** key_ and random letters. */
  id: z.string(),
  accountId: z.string(),
  name: z.string(),
  /** SHA-256 of the key. The key itself stays with whoever made it. */
  hash: z.string(),
  hint: z.string(),
  operator: z.boolean(),
  now: z.int(),
  expiresAt: z.int().nullable(),
  capDay: cap,
  capMonth: cap,
  capTotal: cap,
  /** Default: `call`. */
  access: keyAccess.optional(),
  /** The keys of the only products that it may call; all by default. */
  products: z.array(z.int()).nullable().optional(),
  /** Nothing is made where the account has so many that are not revoked. */
  most: z.int().min(0).optional(),
  /** The person whose key it is, by default nobody's. Nothing is made unless the person may call for the account. */
  personKey: z.int().optional(),
  /** The person whose role an operator key has, by default that of an owner. */
  operatorPersonKey: z.int().optional(),
  /** The client of an agent to which a person grants the key. */
  client: z.strictObject({ id: z.string(), name: z.string() }).optional(),
});

export type CreateKeyPayload = z.output<typeof createKeyPayload>;

/** `products`: the ids of the only ones that the key may call; null for all. */
export type CreateKeyResult =
  | { created: false; because: 'no-account' | 'not-allowed' | 'too-many' }
  | { created: true; products: string[] | null };

export const revokeKeyPayload = z.strictObject({ id: z.string(), now: z.int() });

/** What can be changed of a key. Times are milliseconds, and products keys. */
export interface KeyFacts extends Caps {
  name: string;
  expiresAt: number | null;
  access: KeyAccess;
  products: number[] | null;
}

/** With the ids of products. */
export interface ShownKeyFacts extends Omit<KeyFacts, 'products'> {
  products: string[] | null;
}

export interface ChangeKeyPayload {
  id: string;
  accountId: string;
  /** What is absent stays as it is. */
  changes: Partial<KeyFacts>;
}

export type ChangeKeyResult =
  | { outcome: 'changed'; before: ShownKeyFacts; after: ShownKeyFacts }
  | { outcome: 'no-key' };

export interface RotateKeyPayload {
  id: string;
  /** SHA-256 of the new secret, and its last letters. */
  hash: string;
  hint: string;
  now: number;
  /** Until when the secret of before works; `now` if it ends at once. */
  earlierEndsAt: number;
}

/** `before`: since when it was revoked already. */
export type RevokeKeyResult = { found: false } | { found: true; before: number | null };

export const capAccountPayload = z.strictObject({
  accountId: z.string(),
  /** What is absent stays as it is; null removes a cap. */
  caps: z.strictObject({ capDay: cap, capMonth: cap, capTotal: cap }).partial(),
  reason: z.string(),
});

export type CapAccountPayload = z.output<typeof capAccountPayload>;

export type CapAccountResult = { outcome: 'capped'; before: Caps; after: Caps } | { outcome: 'no-account' };

export const suspendAccountPayload = z.strictObject({
  accountId: z.string(),
  /** False: it may make calls again. */
  suspended: z.boolean(),
  now: z.int(),
});

export type SuspendAccountPayload = z.output<typeof suspendAccountPayload>;

interface AnySession {
  /** SHA-256 of what the cookie names. */
  hash: string;
  now: number;
  expiresAt: number;
  /** What the same browser had until now. */
  instead: string | null;
}

/** Of an API key, or of a person: then it has an id, by which the person ends it. */
export type OpenSessionPayload = AnySession &
  (
    | { apiKeyKey: number }
    | {
        personKey: number;
        personId: string;
        id: string;
        device: string;
        /** When the person last proved who they are; by default now. */
        confirmedAt?: number;
        /** When a mailed code was entered, if that began the session. */
        mailedCodeAt?: number | null;
      }
  );
