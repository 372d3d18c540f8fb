import { createServer, type ServerResponse } from 'node:http';
import { once } from 'node:events';

const [port] = process.argv.slice(2);
const answer = Buffer.from(JSON.stringify({ text: 'x'.repeat(300 - JSON.stringify({ text: '' }).length) }));
const streamedMegabytes = 100;

/** Responds with 300 bytes of JSON, or with a hundred megabytes if the path names a stream. */
createServer((incoming, outgoing) => {
  incoming.resume();
  if (incoming.url?.includes('/stream')) return void sendStream(outgoing);
  outgoing.writeHead(200, { 'content-type': 'application/json', 'content-length': answer.length });
  outgoing.end(answer);
}).listen(Number(port), '127.0.0.1');

async function sendStream(outgoing: ServerResponse): Promise<void> {
  const chunk = Buffer.alloc(100_000, 'x');
  outgoing.writeHead(200, { 'content-type': 'application/octet-stream' });
  for (let sent = 0; sent < streamedMegabytes * 1e6; sent += chunk.length)
    if (!outgoing.write(chunk)) await once(outgoing, 'drain');
  outgoing.end();
}
