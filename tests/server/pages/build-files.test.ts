import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BuildFiles } from '../../../server/pages/build-files.ts';
import { listenOnLoopback } from '../../setup/listen-on-loopback.ts';

const script = 'console.log("a script");\n'.repeat(200);
/** As bytes that are compressed already. */
const font = createHash('shake256', { outputLength: 900 }).update('font').digest();
const files = '/_next/static/chunks/a-1.js';

let folder: string;
let server: Server;
let port: number;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'farebox-build-'));
  for (const part of ['chunks', 'media']) await mkdir(join(folder, 'static', part), { recursive: true });
  await writeFile(join(folder, 'static/chunks/a-1.js'), script);
  await writeFile(join(folder, 'static/chunks/a-1.css'), '*{margin:0}'.repeat(100));
  await writeFile(join(folder, 'static/media/a-1.woff2'), font);
  await writeFile(join(folder, 'secret.js'), 'secret');
  const built = new BuildFiles(pathToFileURL(`${folder}/`));
  server = createServer((incoming, outgoing) => {
    void built.answer(incoming, outgoing).then((answered) => answered || outgoing.writeHead(404).end());
  });
  port = await listenOnLoopback(server);
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true, force: true });
});

async function ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const [reply] = await responseOf(get({ port, path, headers, method, agent: false }));
  return { status: reply.statusCode, headers: reply.headers, bytes: await buffer(reply) };
}

it.each([
  [files, 'application/javascript; charset=UTF-8'],
  ['/_next/static/chunks/a-1.css', 'text/css; charset=UTF-8'],
  ['/_next/static/media/a-1.woff2', 'font/woff2'],
])('%s is kept by browsers for good, as %s', async (path, type) => {
  const { status, headers, bytes } = await ask(path);
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-type': type,
    'cache-control': 'public, max-age=31536000, immutable',
    'content-length': String(bytes.length),
  });
  expect(headers).not.toHaveProperty('content-encoding');
});

it.each([
  ['gzip', true],
  ['br, gzip, deflate', true],
  ['br;q=1.0, gzip;q=0.5', true],
  ['gzip;q=0', false],
  ['gzip; q=0.0, br', false],
  ['br, deflate', false],
  ['', false],
])('to who accepts "%s" it is compressed: %s', async (accepted, isGzipped) => {
  const { headers, bytes } = await ask(files, { 'accept-encoding': accepted });
  expect(headers['content-encoding']).toBe(isGzipped ? 'gzip' : undefined);
  expect(headers.vary).toBe('accept-encoding');
  expect((isGzipped ? gunzipSync(bytes) : bytes).toString()).toBe(script);
  if (isGzipped) expect(bytes.length).toBeLessThan(script.length / 10);
});

it('a font, which is compressed by itself, goes as it is', async () => {
  const { headers, bytes } = await ask('/_next/static/media/a-1.woff2', { 'accept-encoding': 'gzip' });
  expect(headers).not.toHaveProperty('content-encoding');
  expect(headers).not.toHaveProperty('vary');
  expect(bytes.equals(font)).toBe(true);
});

describe('without the bytes', () => {
  it('HEAD says how many they are', async () => {
    const { headers, bytes } = await ask(files, {}, 'HEAD');
    expect([headers['content-length'], bytes.length]).toEqual([String(script.length), 0]);
  });

  it('who has them is told so', async () => {
    const { headers } = await ask(files);
    const { status, bytes } = await ask(files, { 'if-none-match': String(headers.etag) });
    expect([status, bytes.length]).toEqual([304, 0]);
    expect((await ask(files, { 'if-none-match': 'W/"b-2.js"' })).status).toBe(200);
  });
});

it.each([
  ['GET', '/_next/static/chunks/b-2.js'],
  ['GET', '/_next/static/chunks/../../secret.js'],
  ['GET', '/_next/static/chunks/..%2f..%2fsecret.js'],
  ['GET', '/_next/secret.js'],
  ['GET', '/_next/static/chunks/a-1.json'],
  ['POST', files],
])('%s %s is for Next to answer', async (method, path) => {
  expect((await ask(path, {}, method)).status).toBe(404);
});

/** The one argument of the event. */
function responseOf(request: ReturnType<typeof get>): Promise<[IncomingMessage]> {
  return once(request, 'response') as Promise<[IncomingMessage]>;
}
