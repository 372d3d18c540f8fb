import { hashApiKey, hintOfApiKey, makeApiKey } from '../server/callers/key-text.ts';
import { randomLetters } from '../server/random-letters.ts';
import type { DataPlace } from '../server/store/data-place.ts';
import { openCommandStore } from '../server/store/open-store.ts';
import type { Writer } from '../server/store/writer.ts';
import { product, tags, template } from './seed-products.ts';

/** The body of every call. Three of its fields affect the price. */
export const callBody = JSON.stringify({
  format: 'svg',
  width: 3000,
  height: 2000,
  title: 'Sales by quarter',
});

export const calledPath = '/api/product/developer/call/product-1';
export const streamedPath = '/api/product/developer/call/product-2';

interface Callers {
  /** How many accounts there are, each with a key. */
  count?: number;
  /** A limit for the spending of each key, which no call reaches. */
  capTotal?: number | null;
}

/** Publishes two products on the upstream, and returns the API keys of accounts with enough credits for every call. */
export async function seedCalls(
  place: DataPlace,
  upstreamUrl: string,
  { count = 1, capTotal = null }: Callers = {},
): Promise<string[]> {
  const { writer, close } = await openCommandStore(place);
  const streamed = { ...template(2)['x-farebox'], limits: { responseBytes: 100 * 1024 * 1024 } };
  const products = [
    product(1, { server: { url: upstreamUrl } }),
    product(2, { server: { url: `${upstreamUrl}/stream` }, 'x-farebox': streamed }),
  ];
  await writer.run('publish-tags', { tags });
  await writer.run('publish', { products, now: Date.now() });
  const keys: string[] = [];
  while (keys.length < count) keys.push(await addCaller(writer, capTotal));
  await close();
  return keys;
}

async function addCaller(writer: Writer, capTotal: number | null): Promise<string> {
  const now = Date.now();
  const accountId = `acc_${randomLetters(16)}`;
  await writer.run('create-account', { id: accountId, name: accountId, now });
  const key = await addKey(writer, accountId, capTotal);
  const grant = { purseId: accountId, credits: 1e12, kind: 'grant' as const, reason: 'bench', nowMs: now };
  await writer.run('grant', grant);
  return key;
}

/** Makes a key of an account. */
export async function addKey(
  writer: Writer,
  accountId: string,
  capTotal: number | null = null,
): Promise<string> {
  const key = makeApiKey();
  await writer.run('create-key', {
    id: `key_${randomLetters(16)}`,
    accountId,
    name: 'bench',
    hash: hashApiKey(key),
    hint: hintOfApiKey(key),
    operator: false,
    now: Date.now(),
    expiresAt: null,
    capDay: null,
    capMonth: null,
    capTotal,
  });
  return key;
}
