import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { basename, extname } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { isBuildFile } from '../http/page-headers.ts';

interface BuildFile {
  type: string;
  /** Its name says what it contains. */
  etag: string;
  plain: Buffer;
  /** Where that is smaller. */
  gzipped: Buffer | undefined;
}

const types: Record<string, string> = {
  '.js': 'application/javascript; charset=UTF-8',
  '.css': 'text/css; charset=UTF-8',
  '.woff2': 'font/woff2',
};

/** It is done once for each file. */
const compress = (bytes: Buffer) => promisify(gzip)(bytes, { level: 9 });

/**
 * The scripts, styles and fonts of the build. A page loads a dozen, and they are the same for everybody: they come from
 * the memory of this process, a few megabytes, and do not wait for pages that are being rendered.
 */
export class BuildFiles {
  readonly #folder: URL;
  readonly #files = new Map<string, Promise<BuildFile>>();

  /** The folder is the one that addresses call /_next/. */
  constructor(folder: URL) {
    this.#folder = folder;
  }

  /** False where it is not such a file that is asked for. */
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
      // Next says so. Names that somebody makes up are not remembered.
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

/** `gzip`, unless it says how much it is wanted, and that is not at all. */
function acceptsGzip(accepted: string): boolean {
  return accepted
    .split(',')
    .some((coding) => /^\s*(?:x-)?gzip\s*(?:;(?!\s*q=0(?:\.0*)?\s*$).*)?$/i.test(coding));
}
