import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { basename, extname } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { isBuildFile } from './page-headers.ts';

interface BuildFile {
  type: string;
  /** File names contain a hash of the content. */
  etag: string;
  plain: Buffer;
  /** Undefined if it would not be smaller. */
  gzipped: Buffer | undefined;
}

const types: Record<string, string> = {
  '.js': 'application/javascript; charset=UTF-8',
  '.css': 'text/css; charset=UTF-8',
  '.woff2': 'font/woff2',
};

/** Slow compression is fine, because each file is compressed once. */
const compress = (bytes: Buffer) => promisify(gzip)(bytes, { level: 9 });

/**
 * Serves the scripts, styles and fonts of the build. A page loads a dozen of them, the same for everybody. They come
 * from the memory of this process, a few megabytes, so they do not wait while pages are rendered.
 */
export class BuildFiles {
  readonly #folder: URL;
  readonly #files = new Map<string, Promise<BuildFile>>();

  /** The folder of the addresses below /_next/. */
  constructor(folder: URL) {
    this.#folder = folder;
  }

  /** False if the request is not for such a file. */
  async answer({ method, url = '', headers }: IncomingMessage, outgoing: ServerResponse): Promise<boolean> {
    if (!isBuildFile(url) || (method !== 'GET' && method !== 'HEAD')) return false;
    const file = await this.#find(url);
    if (!file) return false;
    const { type, etag, plain, gzipped } = file;
    outgoing.setHeader('cache-control', 'public, max-age=31536000, immutable');
    outgoing.setHeader('etag', etag);
    if (gzipped) outgoing.setHeader('vary', 'accept-encoding');
    if (headers['if-none-match']?.includes(etag)) return (outgoing.writeHead(304).end(), true);
    const isGzipped = gzipped !== undefined && acceptsGzip(String(headers['accept-encoding'] ?? ''));
    const bytes = isGzipped ? gzipped : plain;
    if (isGzipped) outgoing.setHeader('content-encoding', 'gzip');
    outgoing.writeHead(200, { 'content-type': type, 'content-length': bytes.length });
    outgoing.end(method === 'HEAD' ? undefined : bytes);
    return true;
  }

  async #find(url: string): Promise<BuildFile | undefined> {
    const reading = this.#files.get(url) ?? read(new URL(url.slice('/_next/'.length), this.#folder));
    this.#files.set(url, reading);
    try {
      return await reading;
    } catch {
      // Next responds. Invented names are not cached.
      this.#files.delete(url);
      return undefined;
    }
  }
}

async function read(path: URL): Promise<BuildFile> {
  const plain = await readFile(path);
  const gzipped = await compress(plain);
  return {
    type: types[extname(path.pathname)] ?? 'application/octet-stream',
    etag: `W/"${basename(path.pathname)}"`,
    plain,
    gzipped: gzipped.length < 0.9 * plain.length ? gzipped : undefined,
  };
}

/** `gzip` without `q=0`. */
function acceptsGzip(accepted: string): boolean {
  return accepted
    .split(',')
    .some((coding) => /^\s*(?:x-)?gzip\s*(?:;(?!\s*q=0(?:\.0*)?\s*$).*)?$/i.test(coding));
}
