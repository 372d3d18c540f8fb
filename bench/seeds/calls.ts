import { hashApiKey, hintOfApiKey, makeApiKey } from '../../server/callers/api-key.ts';
import type { DataPlace } from '../../server/env.ts';
import { randomLetters } from '../../server/call-id.ts';
import { openCommandStore } from '../../server/control/open-store.ts';
import type { Writer } from '../../server/store/writer.ts';
import type { Bench } from '../harness/bench.ts';
import type { Post } from '../harness/load.ts';
import type { Running } from '../harness/processes.ts';
import { product, publish, template } from './products.ts';

/** The body of every call. Three of its fields affect the price. */
export const callBody = JSON.stringify({
  format: 'svg',
  width: 3000,
  height: 2000,
  title: 'Sales by quarter',
});

/** Responds with 300 bytes, and `product-2` with a stream of 100 MB. */
const calledPath = '/api/product/developer/call/product-1';
const streamedPath = '/api/product/developer/call/product-2';

/** Writes to a store that no portal has open. */
export async function seedStore<Result>(
  place: DataPlace,
  seed: (writer: Writer) => Promise<Result>,
): Promise<Result> {
  const { writer, close } = await openCommandStore(place);
  const result = await seed(writer);
  await close();
  return result;
}

interface Callers {
  /** How many accounts there are, each with a key. */
  count?: number;
  /** A limit for the spending of each key, which no call reaches. */
  capTotal?: number | null;
}

/** Publishes two products on the upstream, and returns the API keys of accounts with enough credits for every call. */
export function seedCalls(
  place: DataPlace,
  upstreamUrl: string,
  { count = 1, capTotal = null }: Callers = {},
): Promise<string[]> {
  const streamed = { ...template(2)['x-farebox'], limits: { responseBytes: 100 * 1024 * 1024 } };
  return seedStore(place, async (writer) => {
    await publish(writer, [
      product(1, { server: { url: upstreamUrl } }),
      product(2, { server: { url: `${upstreamUrl}/stream` }, 'x-farebox': streamed }),
    ]);
    const keys: string[] = [];
    while (keys.length < count) keys.push(await addKey(writer, await addAccount(writer), { capTotal }));
    return keys;
  });
}

/** Makes an account with enough credits for every call, and returns its id. */
export async function addAccount(writer: Writer): Promise<string> {
  const now = Date.now();
  const id = `acc_${randomLetters(16)}`;
  await writer.run('create-account', { id, name: id, now });
  await writer.run('grant', { purseId: id, credits: 1e12, kind: 'grant', reason: 'bench', nowMs: now });
  return id;
}

/** Makes a key of an account. */
export async function addKey(
  writer: Writer,
  accountId: string,
  { capTotal = null, operator = false }: { capTotal?: number | null; operator?: boolean } = {},
): Promise<string> {
  const key = makeApiKey();
  await writer.run('create-key', {
    id: `key_${randomLetters(16)}`,
    accountId,
    name: 'bench',
    hash: hashApiKey(key),
    hint: hintOfApiKey(key),
    operator,
    now: Date.now(),
    expiresAt: null,
    capDay: null,
    capMonth: null,
    capTotal,
  });
  return key;
}

/** The setting that lets a portal call the upstream. */
export function mayCall(upstream: Running): Record<string, string> {
  return { FAREBOX_EGRESS_ALLOW: new URL(upstream.url).host };
}

/** A call with a response of 300 bytes, by the owner of a key. */
export function callOf({ url }: Running, key: string): Post {
  return {
    port: Number(new URL(url).port),
    path: calledPath,
    headers: { authorization: `Bearer ${key}` },
    body: callBody,
  };
}

export interface CallPortal {
  server: Running;
  /** A call with a response of 300 bytes. */
  call: Post;
  /** A call with a streamed response of 100 MB. */
  stream: Post;
}

/** A portal with products on the upstream, and calls from an account with enough credits for all of them. */
export async function startCallPortal(
  bench: Bench,
  place: DataPlace,
  upstream: Running,
): Promise<CallPortal> {
  const [key = ''] = await seedCalls(place, upstream.url);
  const server = await bench.startPortal(place, mayCall(upstream));
  const call = callOf(server, key);
  return { server, call, stream: { ...call, path: streamedPath } };
}
