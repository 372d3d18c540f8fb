import { hashApiKey, hintOfApiKey, makeApiKey } from '../server/callers/key-text.ts';
import { openSharedStore } from '../server/control/open-shared-store.ts';
import { randomLetters } from '../server/random-letters.ts';
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

/** Publishes two products on the upstream, and returns the API key of an account with enough credits for every call. */
export async function seedCalls(dataFolder: string, upstreamUrl: string): Promise<string> {
  const { writer, close } = await openSharedStore(dataFolder);
  const now = Date.now();
  const key = makeApiKey();
  const accountId = `acc_${randomLetters(16)}`;
  const streamed = { ...template(2)['x-farebox'], limits: { responseBytes: 100 * 1024 * 1024 } };
  const products = [
    product(1, { server: { url: upstreamUrl } }),
    product(2, { server: { url: `${upstreamUrl}/stream` }, 'x-farebox': streamed }),
  ];
  await writer.run('publish-tags', { tags });
  await writer.run('publish', { products, now });
  await writer.run('create-account', { id: accountId, name: accountId, now });
  await writer.run('create-key', {
    id: `key_${randomLetters(16)}`,
    accountId,
    name: 'bench',
    hash: hashApiKey(key),
    hint: hintOfApiKey(key),
    operator: false,
    now,
    expiresAt: null,
    capDay: null,
    capMonth: null,
    capTotal: null,
  });
  const grant = { purseId: accountId, credits: 1e12, kind: 'grant' as const, reason: 'bench', nowMs: now };
  await writer.run('grant', grant);
  await close();
  return key;
}
