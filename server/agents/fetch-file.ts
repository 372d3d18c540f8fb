import { Client } from 'undici';
import { bareMediaType } from '../../lib/text/media-type.ts';
import { errorText } from '../error-text.ts';
import { guardedConnector, resolveName, type Resolve } from '../gateway/connector.ts';
import type { EgressAllow } from '../gateway/egress-allow.ts';
import { egressProblem, withoutRemedy } from '../gateway/egress-problem.ts';

export interface FetchedFile {
  bytes: Buffer;
  /** Empty if it is not told. */
  mediaType: string;
}

export interface FileWish {
  allow: EgressAllow;
  mostBytes: number;
  /** Whether there is memory for so many more. */
  take(bytes: number): boolean;
  resolve?: Resolve;
  limitMs?: number;
}

const mostRedirects = 3;
const mostMs = 20_000;
const connectMs = 5_000;

/** Fetches a file from an address that a caller chose. Returns a sentence if it cannot. */
export async function fetchFile(url: string, wish: FileWish): Promise<FetchedFile | string> {
  const { limitMs = mostMs } = wish;
  const signal = AbortSignal.timeout(limitMs);
  try {
    let address = url;
    for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
      const result = await fetchOnce(address, wish, signal);
      if (!(result instanceof URL)) return result;
      address = result.href;
    }
    return `It redirects more than ${mostRedirects} times.`;
  } catch (error) {
    return signal.aborted
      ? `It did not arrive within ${limitMs / 1_000} s.`
      : withoutRemedy(errorText(error));
  }
}

/** The file, the address of a redirection, or what is wrong. Each address of a way is checked. */
async function fetchOnce(
  url: string,
  wish: FileWish,
  signal: AbortSignal,
): Promise<FetchedFile | URL | string> {
  const { allow, mostBytes, resolve = resolveName } = wish;
  const problem = egressProblem(url, allow);
  if (problem !== undefined) return withoutRemedy(problem);
  const { origin, pathname, search } = new URL(url);
  const connect = guardedConnector(new URL(origin), allow, connectMs, resolve);
  const client = new Client(origin, { connect, pipelining: 1, allowH2: false });
  try {
    const { statusCode, headers, body } = await client.request({
      method: 'GET',
      path: pathname + search,
      headers: { accept: '*/*', 'user-agent': 'Farebox' },
      signal,
    });
    const { location } = headers;
    if (statusCode >= 300 && statusCode < 400 && typeof location === 'string')
      return URL.canParse(location, url) ? new URL(location, url) : 'It redirects to no address.';
    if (statusCode !== 200) return `It answers with ${statusCode}.`;
    const bytes = await readUpTo(mostBytes, body, wish);
    if (typeof bytes === 'string') return bytes;
    return { bytes, mediaType: bareMediaType(String(headers['content-type'] ?? '')) };
  } finally {
    await client.destroy();
  }
}

async function readUpTo(
  mostBytes: number,
  body: AsyncIterable<Buffer>,
  { take }: FileWish,
): Promise<Buffer | string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > mostBytes) return `It is larger than the ${mostBytes} bytes that are left for the input.`;
    if (!take(chunk.length)) return 'Too many large files at once. Try again in a moment.';
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}
