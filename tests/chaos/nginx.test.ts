import { once } from 'node:events';
import { request } from 'node:http';
import { createServer, type Server } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectCharged, expectRefused } from '../setup/call-expectations.ts';
import { type CallPortal, startCallPortal } from '../setup/call-portal.ts';
import { freePort } from '../setup/free-port.ts';
import { type NginxServer, startNginx } from '../setup/nginx-server.ts';
import { openCall, readReply, sendCall } from '../setup/send-call.ts';

let portal: CallPortal;
let nginx: NginxServer;
beforeAll(async () => {
  portal = await startCallPortal({ FAREBOX_TRUSTED_PROXIES: '127.0.0.1', FAREBOX_GUEST_CREDITS: '100' });
  // Nothing listens at the other two.
  nginx = await startNginx([await freePort(), Number(new URL(portal.url).port), await freePort()]);
});
afterAll(async () => {
  await nginx.close();
  await portal.stop();
});

test('a call finds the portal that can be reached, and counts as that of its caller', async () => {
  for (const size of [1, 2, 3]) {
    const reply = await sendCall(nginx.url, 'scripted', { size }, { from: `127.0.1.${size}` });
    expectCharged(reply, size);
    expect(reply.headers).toMatchObject({ 'farebox-credits-balance': String(100 - size) });
  }
});

test('a stream reaches its caller as it comes', async () => {
  const script = { name: 'stream', type: 'text/event-stream', head: 'data: 1\n\n', chunks: ['data: 2\n\n'] };
  const incoming = await openCall(nginx.url, 'scripted', {
    size: 1,
    script: { ...script, tail: 'data: 3\n\n', endGate: 'end' },
  });
  const first = await Promise.race([once(incoming, 'data'), once(incoming, 'close')]);
  expect(String(first[0])).toContain('data: 1');
  await portal.control.release('end');
  expect(await readReply(incoming)).toMatchObject({ status: 200, complete: true });
});

test('the body of a GET reaches the portal', async () => {
  const body = '{"id":"scripted"}';
  const asking = request(`${nginx.url}/api/product/playground`, {
    headers: { 'content-length': body.length },
  });
  asking.end(body);
  const [response] = await once(asking, 'response');
  expect(await readReply(response)).toMatchObject({ status: 200, json: { request: expect.any(Array) } });
});

test('the portal, and not nginx, refuses a body that is too large', async () => {
  const reply = await sendCall(nginx.url, 'scripted', { note: 'x'.repeat(20_000_000) });
  expectRefused(reply, 413, 'body-too-large');
});

/** Takes requests, and dies of each. */
async function startDying(onRequest: () => void): Promise<{ port: number; server: Server }> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      onRequest();
      socket.destroy();
    });
  });
  const port = await freePort();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return { port, server };
}

test('a call that was sent is not sent to another portal', async () => {
  let requests = 0;
  const dying = await Promise.all([1, 2, 3].map(() => startDying(() => (requests += 1))));
  const before = await startNginx(dying.map(({ port }) => port));
  // It was asked whether it listens, and leaves them alone for two seconds.
  requests = 0;
  const call = async () => {
    const { status } = await sendCall(before.url, 'scripted', { size: 1 });
    return { status, requests };
  };
  try {
    await expect.poll(call).toEqual({ status: 502, requests: 1 });
  } finally {
    await before.close();
    for (const { server } of dying) server.close();
  }
});
