import { expect, it } from 'vitest';
import { callResponse } from '../../../../server/mcp/serve-mcp.ts';

const textOf = ({ value }: IteratorResult<Uint8Array, void>) =>
  value ? Buffer.from(value).toString() : undefined;

it('an answer that is there soon is JSON', async () => {
  const response = await callResponse(Promise.resolve({ id: 1 }), 60_000);
  expect(response).toMatchObject({ status: 200, headers: { 'content-type': 'application/json' } });
  expect('payload' in response && response.payload.toString()).toBe('{"id":1}');
});

it('one that takes longer is a stream of events, which is never silent for long', async () => {
  let answer!: (value: object) => void;
  const response = await callResponse(new Promise((resolve) => (answer = resolve)), 1);
  if (!('chunks' in response)) throw new Error('It was no stream.');
  expect(response.headers['content-type']).toBe('text/event-stream');
  for (let round = 0; round < 3; round += 1)
    expect(textOf(await response.chunks.next())).toBe(': keepalive\n\n');
  const next = response.chunks.next();
  answer({ id: 1 });
  expect(textOf(await next)).toBe('event: message\ndata: {"id":1}\n\n');
  expect((await response.chunks.next()).done).toBe(true);
});
