import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { keyName } from '../../lib/account/api-keys.ts';
import type { Context } from '../context.ts';
import { base32, randomLetters } from '../call-id.ts';
import type { ActiveKey } from '../store/accounts/account-rows.ts';

const mark = 'fb_';
/** 160 bits. */
const secretLetters = 32;
/** 35 bits, of which a CRC-32 uses 32. */
const checksumLetters = 7;
const keyLength = mark.length + secretLetters + checksumLetters;

/** A new API key. It is shown once; only its hash is stored. */
export function makeApiKey(): string {
  const secret = mark + randomLetters(secretLetters);
  return secret + checksum(secret);
}

/** Whether the checksum is correct. This detects cut, mistyped and invented keys without a lookup. */
export function isApiKey(text: string): boolean {
  if (text.length !== keyLength || !text.startsWith(mark)) return false;
  return text.endsWith(checksum(text.slice(0, -checksumLetters)));
}

/** The stored hash of a key. Its 160 random bits need no salt and no slow hash. */
export function hashApiKey(key: string): string {
  return hash('sha256', key);
}

/** The end of a key, by which people recognise it. */
export function hintOfApiKey(key: string): string {
  return key.slice(-4);
}

function checksum(secret: string): string {
  let rest = crc32(secret);
  let letters = '';
  for (let count = 0; count < checksumLetters; count++) {
    letters = base32[rest & 31] + letters;
    rest >>>= 5;
  }
  return letters;
}

/** Undefined if it has expired. */
export function usableNow<Active extends { expiresAtMs: number | null }>(active: Active): Active | undefined {
  return active.expiresAtMs === null || Date.now() < active.expiresAtMs ? active : undefined;
}

type Found = ActiveKey | undefined | Promise<ActiveKey | undefined>;

/**
 * The key if it is valid now. Valid keys are cached until keys change; invalid ones are not, because invented keys
 * could fill the memory. `beforeLookUp` runs before a database lookup and may refuse it.
 */
export function findApiKey(context: Context, text: string, beforeLookUp: () => Promise<unknown>): Found {
  if (text.length !== keyLength) return undefined;
  const hash = hashApiKey(text);
  const cached = context.caches.keys.get(hash);
  if (cached) return usableNow(cached);
  const find = () => context.store.accounts.findKey(hash);
  return isApiKey(text) ? lookUp(context, hash, beforeLookUp, find) : undefined;
}

/** The key of an agent by its access token, in the same way. */
export function findKeyOfToken(context: Context, token: string, beforeLookUp: () => Promise<unknown>): Found {
  if (!isClientToken('access', token)) return undefined;
  const hash = hashClientToken(token);
  const cached = context.caches.keys.get(hash);
  if (cached) return usableNow(cached);
  return lookUp(context, hash, beforeLookUp, () => context.store.accounts.findKeyOfToken(hash));
}

async function lookUp(
  { caches }: Context,
  hash: string,
  beforeLookUp: () => Promise<unknown>,
  find: () => Promise<ActiveKey | undefined>,
): Promise<ActiveKey | undefined> {
  await beforeLookUp();
  const { generation } = caches.keys;
  const active = await find();
  if (!active) return undefined;
  caches.keys.set(hash, active, generation);
  return usableNow(active);
}

const marks = { code: 'fbc_', access: 'fba_', refresh: 'fbr_' };
const longest = marks.code.length + secretLetters;

type Kind = keyof typeof marks;

export function makeClientToken(kind: Kind): string {
  return marks[kind] + randomLetters(secretLetters);
}

/** Whether a text looks like a token of this kind: others need no look-up. */
export function isClientToken(kind: Kind, text: string): boolean {
  return text.length === longest && text.startsWith(marks[kind]);
}

/** The stored hash. 160 random bits need no salt and no slow hash. */
export function hashClientToken(token: string): string {
  return hash('sha256', token);
}

/** How sentences name a key. */
export function namedKey(key: { name: string; hint: string }): string {
  return `The API key ${key.name === '' ? keyName(key) : JSON.stringify(key.name)}`;
}
