import { expect, test } from 'vitest';
import { template } from '../../../bench/seeds/products.ts';
import { InputThread } from '../../../server/inputs/input-thread-handle.ts';
import { InputThreads } from '../../../server/inputs/input-threads.ts';
import { compileVersion } from '../../../server/products/compiled-version.ts';

const order = {
  task: { kind: 'hash' },
  version: { document: '{}', hash: '', templateKey: 1 },
  input: { contentType: null, contentEncoding: null, bytes: new SharedArrayBuffer(2) },
} as const;

const endless = new URL('./endless-thread.mjs', import.meta.url);

test('a thread that never answers is ended after seconds, and is not used again', async () => {
  const thread = new InputThread(endless);
  await expect(thread.run(order)).rejects.toMatchObject({ code: 'too-complex' });
  expect(thread.isUsable).toBe(false);
  await expect(thread.run(order)).rejects.toMatchObject({ code: 'too-complex' });
});

test('what fails on a thread fails its order, and not the process', async () => {
  const thread = new InputThread();
  await expect(thread.run(order)).rejects.toThrow(/server/);
  expect(thread.isUsable).toBe(true);
});

test('a thread that cannot be started leaves its turn to the next input', async () => {
  const version = compileVersion({ document: JSON.stringify(template(1)), hash: 'hash', templateKey: 1 });
  // Threads are started from files alone.
  const threads = new InputThreads(new Uint8Array(32), new URL('https://threads.example/'));
  const input = { bytes: Buffer.from('{}'), contentType: null, contentEncoding: null };
  const outcomes = Array.from({ length: 10 }, () =>
    threads.hash(version, { ...input, network: '192.0.2.1', whenGone: () => {} }),
  );
  const failed = { status: 'rejected', reason: { code: 'ERR_INVALID_URL_SCHEME' } };
  expect(await Promise.allSettled(outcomes)).toMatchObject(outcomes.map(() => failed));
}, 10_000);

test('an estimate that no thread comes to an end with is the most that a call can cost', async () => {
  const document = JSON.stringify(template(1));
  const version = compileVersion({ document, hash: 'hash', templateKey: 1 });
  const threads = new InputThreads(new Uint8Array(32), endless);
  const input = {
    bytes: Buffer.from('{}'),
    contentType: null,
    contentEncoding: null,
    network: '192.0.2.1',
    whenGone: () => {},
  };
  const estimate = async (detailed: boolean) =>
    JSON.parse(String((await threads.estimate(version, input, detailed)).json));
  expect(await estimate(false)).toEqual({ credits: version.bounds.to });
  expect(await estimate(true)).toMatchObject({ credits: version.bounds.to, invalid: [{ pointer: '' }] });
});
