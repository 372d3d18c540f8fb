import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { canonicalJson, type JsonObject } from '../../lib/json/json.ts';
import { Problem } from '../../lib/problem/problem.ts';

/** Enough time to decide, and short enough for new prices to apply soon. */
export const quoteLifetimeMs = 15 * 60_000;

const mark = 'fbq_';
const nonceBytes = 9;

/** A promise: this input costs at most this with this version, until it expires. */
export interface Quote {
  versionHash: string;
  inputHash: string;
  credits: number;
  expiresAtMs: number;
  /** Tells quotes of one input apart, where each is spent once. */
  nonce?: string | undefined;
}

const claims = z.tuple([z.string(), z.string(), z.int().min(0), z.int(), z.string().optional()]);

export function hashInput(input: JsonObject): string {
  return hash('sha256', canonicalJson(input), 'base64url');
}

/** Tells the quotes of one input apart, where each is spent once. */
export function newNonce(): string {
  return randomBytes(nonceBytes).toString('base64url');
}

/** Quotes are not stored. The token holds all data, signed by the portal. */
export function signQuote(
  { versionHash, inputHash, credits, expiresAtMs, nonce }: Quote,
  secret: Uint8Array,
): string {
  const said = [versionHash, inputHash, credits, expiresAtMs, ...(nonce === undefined ? [] : [nonce])];
  const text = Buffer.from(JSON.stringify(said)).toString('base64url');
  return `${mark}${text}.${signature(text, secret).toString('base64url')}`;
}

export function otherQuote(): Problem {
  return new Problem('quote-mismatch', 'The quote was made for another input or another product.');
}

/** Undefined if none of the secrets signed it. Callers check the expiry. */
export function readQuote(token: string, secrets: readonly Uint8Array[]): Quote | undefined {
  const parts = /^fbq_([\w-]{1,1000})\.([\w-]{43})$/.exec(token);
  const [, text = '', signed = ''] = parts ?? [];
  const given = Buffer.from(signed, 'base64url');
  // A quote is the key of its call, so it has one spelling: other last characters decode to the same bytes.
  if (given.toString('base64url') !== signed) return undefined;
  const isSigned = secrets.some((secret) => {
    const expected = signature(text, secret);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!isSigned) return undefined;
  const [versionHash, inputHash, credits, expiresAtMs, nonce] = claims.parse(
    JSON.parse(Buffer.from(text, 'base64url').toString()),
  );
  return { versionHash, inputHash, credits, expiresAtMs, nonce };
}

/** The idempotency key of the call that a quote is for. The same quote always means the same call. */
export function keyOfQuote(token: string): string {
  return `quote-${hash('sha256', token, 'base64url')}`;
}

function signature(text: string, secret: Uint8Array): Buffer {
  return createHmac('sha256', secret).update(`quote ${text}`).digest();
}
