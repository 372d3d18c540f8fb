import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { canonicalJson, type JsonObject } from '../../lib/json/json.ts';

/** Long enough to look at a price and decide, short enough that an operator's new price soon holds. */
export const quoteLifetimeMs = 15 * 60_000;

const mark = 'fbq_';

/** A promise: this input, by this version of the template, costs at most this, until then. */
export interface Quote {
  versionHash: string;
  inputHash: string;
  credits: number;
  expiresAtMs: number;
}

const claims = z.tuple([z.string(), z.string(), z.int().min(0), z.int()]);

export function hashInput(input: JsonObject): string {
  return hash('sha256', canonicalJson(input), 'base64url');
}

/** Nothing is stored for a quote: the token says all of it, and the signature that this portal said so. */
export function signQuote(
  { versionHash, inputHash, credits, expiresAtMs }: Quote,
  secret: Uint8Array,
): string {
  const text = Buffer.from(JSON.stringify([versionHash, inputHash, credits, expiresAtMs])).toString(
    'base64url',
  );
  return `${mark}${text}.${signature(text, secret).toString('base64url')}`;
}

/** `undefined` where this portal never signed it. Whether it has expired is for the caller to look at. */
export function readQuote(token: string, secret: Uint8Array): Quote | undefined {
  const parts = /^fbq_([\w-]{1,1000})\.([\w-]{43})$/.exec(token);
  const [, text = '', signed = ''] = parts ?? [];
  const expected = signature(text, secret);
  const given = Buffer.from(signed, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const [versionHash, inputHash, credits, expiresAtMs] = claims.parse(
    JSON.parse(Buffer.from(text, 'base64url').toString()),
  );
  return { versionHash, inputHash, credits, expiresAtMs };
}

function signature(text: string, secret: Uint8Array): Buffer {
  return createHmac('sha256', secret).update(`quote ${text}`).digest();
}
