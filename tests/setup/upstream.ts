import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { gzipSync } from 'node:zlib';
import { listenOnLoopback } from './listen-on-loopback.ts';
import { type Script, scriptOf } from './upstream-script.ts';
import { UpstreamLog } from './upstream-log.ts';

/** Longer than any test: a connection that ends when the next call takes it would fail that. */
const keepAliveTimeout = 300_000;

export interface Upstream {
  url: string;
  port: number;
  close: () => Promise<void>;
}

/**
 * An upstream that does what the call tells it to: the body of each request holds its script. What it was asked, and
 * what became of that, is read at /control, so that tests in other processes can ask, too.
 */
export async function startUpstream(): Promise<Upstream> {
  const log = new UpstreamLog();
  const server = createServer({ keepAliveTimeout }, (incoming, outgoing) => {
    serve(log, incoming, outgoing).catch(() => outgoing.destroy());
  });
  const port = await listenOnLoopback(server);
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function serve(log: UpstreamLog, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://upstream');
  if (pathname.startsWith('/control/')) {
    const answer = await log.command(pathname.slice('/control/'.length), searchParams);
    outgoing.end(JSON.stringify(answer));
    return;
  }
  const text = (await incoming.toArray()).join('');
  const script = scriptOf(text);
  const name = script.name ?? pathname;
  const { method, url, headers } = incoming;
  log.arrive(name, { method, url, headers, text });
  outgoing.once('close', () => log.end(name, outgoing.writableFinished ? 'complete' : 'aborted'));
  if (script.gate !== undefined) await log.untilReleased(script.gate);
  await answer(log, script, outgoing, { method, url, headers, text });
}

async function answer(
  log: UpstreamLog,
  script: Script,
  outgoing: ServerResponse,
  request: object,
): Promise<void> {
  const { status = 200, type = 'application/json', headers = {}, ending = 'complete' } = script;
  outgoing.writeHead(status, { 'content-type': type, ...headers });
  await pipeline(Readable.from(chunksOf(script, request)), outgoing, { end: false });
  if (script.endGate !== undefined) await log.untilReleased(script.endGate);
  if (ending === 'reset') outgoing.socket?.resetAndDestroy();
  else if (ending === 'cut') outgoing.socket?.end();
  else if (ending === 'complete') outgoing.end();
}

function* chunksOf(script: Script, request: object): Generator<Buffer> {
  if (script.echo) yield Buffer.from(JSON.stringify(request));
  else if (script.bombBytes !== undefined) yield gzipSync(Buffer.alloc(script.bombBytes));
  else {
    const chunks = script.chunks ?? ['{"done":true}'];
    if (script.head !== undefined) yield Buffer.from(script.head);
    for (let turn = 0; turn < (script.times ?? 1); turn += 1)
      for (const chunk of chunks) yield Buffer.from(chunk, script.encoding ?? 'utf8');
    if (script.tail !== undefined) yield Buffer.from(script.tail);
  }
}
