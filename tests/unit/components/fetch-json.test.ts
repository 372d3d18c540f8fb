import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fetchJson } from '../../../components/fetch-json.ts';

const schema = z.object({ total: z.int() });
const problem = {
  type: '/problems/not-found',
  title: 'There is no such thing',
  status: 404,
  detail: 'There is no product of that name.',
  code: 'not-found',
  requestId: '1',
};

let server: Server;
let listener: RequestListener;
beforeEach(async () => {
  server = createServer((incoming, outgoing) => listener(incoming, outgoing)).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  server.close();
  server.closeAllConnections();
});

function ask(signal = new AbortController().signal): Promise<unknown> {
  const { port } = z.object({ port: z.int() }).parse(server.address());
  return fetchJson(`http://127.0.0.1:${port}/`, schema, signal);
}

const answer =
  (status: number, text: string): RequestListener =>
  (_incoming, outgoing) =>
    void outgoing.writeHead(status).end(text);

describe('what the browser asks of the portal', () => {
  it('is what the schema makes of the answer', async () => {
    listener = answer(200, '{"total":3,"more":true}');
    expect(await ask()).toEqual({ total: 3 });
  });

  it.each<[string, RequestListener, string]>(
    // biome-ignore format: a table
    [
      ['the connection breaks before the answer', (incoming) => incoming.socket.destroy(), 'The portal cannot be reached. Check your connection, then try again.'],
      [
        'the connection breaks within the answer',
        (incoming, outgoing) => void outgoing.writeHead(200).write('{"total":', () => incoming.socket.destroy()),
        'The response is not from the portal, which may be restarting. Try again in a moment.',
      ],
      ['a proxy answers with a page', answer(502, '<h1>Bad gateway</h1>'), 'The response is not from the portal, which may be restarting. Try again in a moment.'],
      ['a proxy answers with JSON', answer(503, '{"error":"busy"}'), 'The response is not from the portal, which may be restarting. Try again in a moment.'],
      ['the portal has grown', answer(200, '{"count":3}'), 'The portal was updated. Reload the page.'],
      ['the portal refuses', answer(404, JSON.stringify(problem)), problem.detail],
    ],
  )('says what to do where %s', async (_what, given, sentence) => {
    listener = given;
    await expect(ask()).rejects.toMatchObject({ message: sentence });
  });

  it('is told the code of a refusal', async () => {
    listener = answer(404, JSON.stringify(problem));
    await expect(ask()).rejects.toMatchObject({ problem: { code: 'not-found' } });
  });

  it('sends what changes something as JSON, and takes that there is nothing to say', async () => {
    let heard = '';
    listener = (incoming, outgoing) => {
      heard = `${incoming.method} ${incoming.headers['content-type']} `;
      incoming.on('data', (chunk: Buffer) => (heard += chunk.toString()));
      incoming.on('end', () => outgoing.writeHead(204).end());
    };
    const { port } = z.object({ port: z.int() }).parse(server.address());
    const { signal } = new AbortController();
    const asked = { method: 'POST', body: { key: 'x' } } as const;
    await expect(fetchJson(`http://127.0.0.1:${port}/`, z.undefined(), signal, asked)).resolves.toBe(
      undefined,
    );
    expect(heard).toBe('POST application/json {"key":"x"}');
  });

  it('leaves a question that was called off as it is', async () => {
    const off = new AbortController();
    listener = () => off.abort();
    await expect(ask(off.signal)).rejects.toMatchObject({ name: 'AbortError' });
  });
});
