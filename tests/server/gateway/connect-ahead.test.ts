import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { callTo, startUpstream, streamed, testGateway } from './gateway-rig.ts';

const mib = 1024 * 1024;
const size = 5 * mib;

/** Counts what is held. */
function countingRoom(mostBytes = Number.POSITIVE_INFINITY) {
  const room = {
    heldBytes: 0,
    take(bytes: number) {
      room.heldBytes += bytes;
      return room.heldBytes <= mostBytes;
    },
    giveBack(bytes: number) {
      room.heldBytes -= bytes;
    },
  };
  return room;
}

/** Of no length that is known. */
async function dialLarge(encoding: string, secrets: boolean) {
  const body = Buffer.alloc(size, 'abcdefgh');
  const upstream = await startUpstream((_request, response) => {
    if (encoding === 'gzip') response.setHeader('content-encoding', encoding);
    response.write(encoding === 'gzip' ? gzipSync(body) : body);
    response.end();
  });
  const gateway = testGateway({ readSecret: () => 'a credential of the test' });
  const scheme = { type: 'http', scheme: 'bearer' } as const;
  const call = callTo(`${upstream.url}/`, secrets ? { secrets: [{ name: 'KEY', scheme }] } : {});
  return { body, reply: await gateway.dial(call) };
}

const ways = [
  ['as it is', '', false],
  ['compressed', 'gzip', false],
  ['cleaned of a credential', '', true],
] as const;

test.each(ways)(
  'a reply counts with all that is in memory, also what came before: %s',
  async (_how, encoding, secrets) => {
    const { reply } = await dialLarge(encoding, secrets);
    const room = countingRoom();
    expect(await reply.buffer(mib)).toBeNull();
    expect(await reply.readAhead(room)).toBe(true);
    expect(room.heldBytes).toBe(size);
    reply.abandon();
  },
);

test.each(ways)('what has been written is given back: %s', async (_how, encoding, secrets) => {
  const { reply } = await dialLarge(encoding, secrets);
  const room = countingRoom();
  expect(await reply.buffer(mib)).toBeNull();
  await reply.readAhead(room);
  let writtenBytes = 0;
  for await (const chunk of reply.body) {
    // The chunk at hand is still held; the beginning of a credential waits for the next one.
    expect(room.heldBytes).toBeGreaterThan(size - writtenBytes - 2 * chunk.length - 100);
    expect(room.heldBytes).toBeLessThanOrEqual(size - writtenBytes);
    writtenBytes += chunk.length;
  }
  expect([writtenBytes, room.heldBytes]).toEqual([size, 0]);
});

test.each(ways)('nothing is lost where there is no room: %s', async (_how, encoding, secrets) => {
  const { body, reply } = await dialLarge(encoding, secrets);
  expect(await reply.buffer(mib)).toBeNull();
  expect(await reply.readAhead(countingRoom(2 * mib))).toBe(false);
  expect((await streamed(reply)).equals(body)).toBe(true);
});
