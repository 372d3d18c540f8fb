import { createServer } from 'node:http';
import SqliteDatabase from 'better-sqlite3';

const [kind, port, source] = process.argv.slice(2);

/** The baselines: `constant BYTES`, or `sqlite DATABASE`, which reads the page for each request. */
const answer = kind === 'constant' ? constant(Number(source)) : readPage(source ?? '');

createServer((_incoming, outgoing) => {
  const body = answer();
  outgoing.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  outgoing.end(body);
}).listen(Number(port), '127.0.0.1', () => console.log('ready'));

function constant(bytes: number): () => Buffer {
  const body = Buffer.alloc(bytes, 'x');
  return () => body;
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
