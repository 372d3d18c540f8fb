import { Problem } from '../../lib/problem/problem.ts';
import { bareMediaType } from '../../lib/text/media-type.ts';
import { outwardReason, type Resolve } from './connector.ts';
import type { EgressAllow } from './egress-allow.ts';
import { fetchGuarded, readUpTo } from './fetch-guarded.ts';

interface FetchedFile {
  bytes: Buffer;
  /** Empty if it is not told. */
  mediaType: string;
}

interface FileWish {
  allow: EgressAllow;
  mostBytes: number;
  /** Whether there is memory for so many more. */
  take(bytes: number): boolean;
  tooLarge(mostBytes: number): string;
  /** Charges bytes that have arrived, used or not; throws a problem if they are too many. */
  charge(bytes: number): Promise<void>;
  /** Why it could not be had: by default for a stranger, who learns nothing of the network of the portal. */
  reason?: (error: unknown) => string;
  resolve?: Resolve;
  limitMs?: number;
}

const mostRedirects = 3;
const mostMs = 20_000;
const connectMs = 5_000;

/** There is no memory for more files at the moment. */
class NoMemory extends Error {}

/** Fetches a file from an address that somebody chose. Returns a sentence if it cannot. */
export async function fetchFile(url: string, wish: FileWish): Promise<FetchedFile | string> {
  const { limitMs = mostMs, reason = outwardReason } = wish;
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
    if (error instanceof Problem) throw error;
    if (error instanceof NoMemory) return error.message;
    return signal.aborted ? `It did not arrive within ${limitMs / 1_000} s.` : reason(error);
  }
}

/** The file, the address of a redirection, or what is wrong. Each address of a way is checked. */
async function fetchOnce(
  url: string,
  { allow, mostBytes, tooLarge, take, charge, resolve }: FileWish,
  signal: AbortSignal,
): Promise<FetchedFile | URL | string> {
  const request = { allow, accept: '*/*', connectMs, signal, ...(resolve && { resolve }) };
  return fetchGuarded(url, request, async ({ statusCode, headers, body }) => {
    const { location } = headers;
    if (statusCode >= 300 && statusCode < 400 && typeof location === 'string')
      return URL.canParse(location, url) ? new URL(location, url) : 'It redirects to no address.';
    if (statusCode !== 200) return `It answers with ${statusCode}.`;
    const bytes = await readUpTo(mostBytes, body, async (length) => {
      await charge(length);
      if (!take(length)) throw new NoMemory('Too many large files at once. Try again in a moment.');
    });
    if (!bytes) return tooLarge(mostBytes);
    return { bytes, mediaType: bareMediaType(String(headers['content-type'] ?? '')) };
  });
}
