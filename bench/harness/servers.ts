import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import SqliteDatabase from 'better-sqlite3';
import { Pool } from 'undici';

/**
 * The servers that a portal is measured with, each in a process of its own: `upstream PORT`, and the baselines
 * `constant PORT BYTES`, `sqlite PORT DATABASE`, which reads the page for each request, and `proxy PORT UPSTREAM`, which
 * forwards each request and keeps no books.
 */
const [kind, port, source = ''] = process.argv.slice(2);

const bodyOf = kind === 'sqlite' ? readPage(source) : constant(kind === 'constant' ? Number(source) : 300);
const streamedMegabytes = 100;

const answer: RequestListener = (incoming, outgoing) => {
  incoming.resume();
  if (kind === 'upstream' && incoming.url?.includes('/stream')) return void sendStream(outgoing);
  const body = bodyOf();
  outgoing.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  outgoing.end(body);
};

createServer(kind === 'proxy' ? forwardTo(source) : answer).listen(Number(port), '127.0.0.1');

/** The least that a gateway of `node:http` and undici does: the whole body there, and the whole reply back. */
function forwardTo(upstreamUrl: string): RequestListener {
  const pool = new Pool(upstreamUrl, { connections: 64 });
  return (incoming, outgoing) => {
    const parts: Buffer[] = [];
    incoming.on('data', (part: Buffer) => parts.push(part));
    incoming.on('end', () => void forward(pool, incoming, Buffer.concat(parts), outgoing));
  };
}

async function forward(
  pool: Pool,
  { url: path = '/', method = 'GET', headers }: IncomingMessage,
  body: Buffer,
  outgoing: ServerResponse,
): Promise<void> {
  const sent = { 'content-type': headers['content-type'] };
  const reply = await pool.request({ path, method, headers: sent, body });
  const answer = Buffer.from(await reply.body.arrayBuffer());
  const { 'content-type': type } = reply.headers;
  outgoing.writeHead(reply.statusCode, { 'content-type': type, 'content-length': answer.length });
  outgoing.end(answer);
}

/** JSON of so many bytes. */
function constant(bytes: number): () => Buffer {
  const body = Buffer.from(JSON.stringify({ text: 'x'.repeat(bytes - JSON.stringify({ text: '' }).length) }));
  return () => body;
}

async function sendStream(outgoing: ServerResponse): Promise<void> {
  const chunk = Buffer.alloc(100_000, 'x');
  outgoing.writeHead(200, { 'content-type': 'application/octet-stream' });
  for (let sent = 0; sent < streamedMegabytes * 1e6; sent += chunk.length)
    if (!outgoing.write(chunk)) await once(outgoing, 'drain');
  outgoing.end();
}

function readPage(file: string): () => string {
  const database = new SqliteDatabase(file, { readonly: true });
  const total = database.prepare('SELECT count(*) FROM Product WHERE status = 1').pluck();
  const page = database.prepare<[number], { key: number; introduction: string }>(
    `SELECT p.key, p.id, p.slug, p.name, p.status, p.introduction, p.doc, p.priceFrom, p.priceTo, t.id AS apiTemplateID
       FROM Product p JOIN TemplateVersion v ON v.key = p.versionKey JOIN Template t ON t.key = v.templateKey
      WHERE p.status = 1 ORDER BY p.deprecated, p.sortName, p.id LIMIT 10 OFFSET ?`,
  );
  const tags = database.prepare<[number]>(
    'SELECT g.kind, g.slug, g.name, g.icon, g.url FROM ProductTag l JOIN Tag g ON g.key = l.tagKey WHERE l.productKey = ? ORDER BY l.position',
  );
  return () => {
    const list = page
      .all(0)
      .map((row) => ({ ...row, introduction: JSON.parse(row.introduction), tags: tags.all(row.key) }));
    return JSON.stringify({ list, total: total.get() });
  };
}
