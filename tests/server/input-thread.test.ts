import { expect, test } from 'vitest';
import { InputThread } from '../../server/inputs/input-thread-handle.ts';

const order = {
  task: { kind: 'hash' },
  version: { document: '{}', hash: '', templateKey: 1 },
  input: { contentType: null, contentEncoding: null, bytes: new SharedArrayBuffer(2) },
} as const;

test('a thread that never answers is ended after seconds, and is not used again', async () => {
  const thread = new InputThread(new URL('./endless-thread.mjs', import.meta.url));
  await expect(thread.run(order)).rejects.toMatchObject({ code: 'too-complex' });
  expect(thread.isUsable).toBe(false);
  await expect(thread.run(order)).rejects.toMatchObject({ code: 'too-complex' });
});

test('what fails on a thread fails its order, and not the process', async () => {
  const thread = new InputThread();
  await expect(thread.run(order)).rejects.toThrow(/server/);
  expect(thread.isUsable).toBe(true);
});
