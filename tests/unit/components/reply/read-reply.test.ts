import { createServer, type RequestListener, type Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readReply } from '../../../../components/playground/call/read-reply.ts';
import type { Reply } from '../../../../lib/view/reply/reply-kind.ts';
import { listenOnLoopback } from '../../../setup/listen-on-loopback.ts';

let server: Server;
let listener: RequestListener;
let address: string;
beforeEach(async () => {
  server = createServer((incoming, outgoing) => listener(incoming, outgoing));
  address = `http://127.0.0.1:${await listenOnLoopback(server)}/`;
});
afterEach(() => {
  server.close();
  server.closeAllConnections();
});

async function call(onChange: (reply: Reply) => void = () => {}, signal = new AbortController().signal) {
  return readReply(await fetch(address, { signal }), onChange, signal);
}

describe('the reply of a call', () => {
  it('is its bytes, its type and its headers', async () => {
    listener = (_incoming, outgoing) =>
      void outgoing.writeHead(201, { 'content-type': 'image/png', 'farebox-call-id': '7' }).end('png');
    const { reply, receipt } = await call();
    expect(reply).toMatchObject({ status: 201, contentType: 'image/png', events: null, complete: true });
    expect(reply.headers).toContainEqual(['farebox-call-id', '7']);
    expect([await reply.body?.text(), receipt]).toEqual(['png', null]);
  });

  it('is empty where nothing comes', async () => {
    listener = (_incoming, outgoing) => void outgoing.writeHead(204).end();
    const { reply } = await call();
    expect([reply.complete, reply.body?.size]).toEqual([true, 0]);
  });

  it('shows events before the stream has ended, and gives the receipt at its end', async () => {
    let goOn = () => {};
    listener = (_incoming, outgoing) => {
      outgoing.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
      outgoing.write('data: one\n\n');
      goOn = () => void outgoing.end('data: two\n\n: farebox-receipt {"charged":2}\n\n');
    };
    const seen: (number | undefined)[] = [];
    const { reply, receipt } = await call(({ events, body }) => {
      seen.push(events?.length);
      if (body === null && events?.length === 1) goOn();
    });
    expect(reply.events?.map(({ data }) => data)).toEqual(['one', 'two']);
    expect(seen).toContain(1);
    expect([reply.complete, receipt]).toEqual([true, { charged: 2 }]);
    expect(await reply.body?.text()).toContain('farebox-receipt');
  });

  it('keeps what came before the connection broke, and takes no receipt from it', async () => {
    let breakOff = () => {};
    listener = (incoming, outgoing) => {
      outgoing.writeHead(200, { 'content-type': 'text/event-stream' });
      outgoing.write('data: one\n\n: farebox-receipt {"charged":0}\n\n');
      breakOff = () => void incoming.socket.destroy();
    };
    const { reply, receipt } = await call(({ events }) => {
      if (events?.length === 1) breakOff();
    });
    expect(reply).toMatchObject({ complete: false, ending: 'broken', events: [{ data: 'one' }] });
    expect(receipt).toBe(null);
  });

  it('keeps what came before it was stopped', async () => {
    listener = (_incoming, outgoing) => {
      outgoing.writeHead(200, { 'content-type': 'text/plain' });
      outgoing.write('half');
    };
    const stop = new AbortController();
    const { reply } = await call(({ receivedBytes }) => {
      if (receivedBytes === 4) stop.abort();
    }, stop.signal);
    expect(reply).toMatchObject({ complete: false, ending: 'stopped' });
    expect(await reply.body?.text()).toBe('half');
  });

  it('is stopped also by a signal that the request does not know', async () => {
    listener = (_incoming, outgoing) => void outgoing.writeHead(200).write('half');
    const response = await fetch(address);
    const { reply } = await readReply(response, () => {}, AbortSignal.abort());
    expect(reply).toMatchObject({ complete: false, ending: 'stopped' });
  });

  it('is left where it is larger than a page keeps', async () => {
    const chunk = new Uint8Array(1024 * 1024);
    let sent = 0;
    const endless = new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull: (controller) => {
        sent += 1;
        controller.enqueue(chunk);
      },
    });
    const { reply } = await readReply(new Response(endless), () => {}, new AbortController().signal);
    expect(reply).toMatchObject({ complete: false, ending: 'too-large' });
    expect(sent).toBeLessThan(110);
  });

  it('tells of many events a few times', async () => {
    listener = (_incoming, outgoing) =>
      void outgoing.writeHead(200, { 'content-type': 'text/event-stream' }).end('data: 1\n\n'.repeat(9_000));
    let told = 0;
    const { reply } = await call(() => {
      told += 1;
    });
    expect(reply.events).toHaveLength(9_000);
    expect(told).toBeLessThan(20);
  });
});
