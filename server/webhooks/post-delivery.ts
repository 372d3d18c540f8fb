import { Client } from 'undici';
import { guardedConnector, outwardReason, resolveName, type Resolve } from '../gateway/connector.ts';
import type { EgressAllow } from '../gateway/egress-allow.ts';
import { egressProblem, outwardProblem } from '../gateway/egress-problem.ts';

export interface PostResult {
  /** Null if there was no response. */
  status: number | null;
  /** Why there was none. */
  error: string | null;
  /** The beginning of the response, as text that can be stored. */
  response: string | null;
}

interface Post {
  url: string;
  headers: Record<string, string>;
  body: string;
  signal: AbortSignal;
}

interface Network {
  allow: EgressAllow;
  resolve?: Resolve;
  limitMs?: number;
}

/** A receiver stores the event and responds. Whatever takes longer holds up other deliveries. */
const mostMs = 10_000;
const connectMs = 5_000;
/** Enough to see what went wrong. */
const mostResponseBytes = 1_000;
const mostErrorLength = 300;

/** Posts a delivery to an address that an account has chosen. Redirects are not followed. */
export async function postDelivery(
  { url, headers, body, signal }: Post,
  { allow, resolve = resolveName, limitMs = mostMs }: Network,
): Promise<PostResult> {
  const problem = egressProblem(url, allow);
  if (problem !== undefined) return withoutResponse(outwardProblem(problem, allow));
  const { origin, pathname, search } = new URL(url);
  const connect = guardedConnector(new URL(origin), allow, connectMs, resolve);
  const client = new Client(origin, { connect, pipelining: 1, allowH2: false });
  const limit = AbortSignal.timeout(limitMs);
  try {
    const response = await client.request({
      method: 'POST',
      path: pathname + search,
      headers: { ...headers, 'content-type': 'application/json', 'user-agent': 'Farebox' },
      body,
      signal: AbortSignal.any([signal, limit]),
    });
    return { status: response.statusCode, error: null, response: await beginning(response.body) };
  } catch (error) {
    return withoutResponse(
      limit.aborted ? `There was no response within ${limitMs / 1_000} s.` : outwardReason(error),
    );
  } finally {
    await client.destroy();
  }
}

function withoutResponse(error: string): PostResult {
  return { status: null, error: error.slice(0, mostErrorLength), response: null };
}

/** The status has arrived already, so a body that breaks off does not matter. */
async function beginning(body: AsyncIterable<Buffer>): Promise<string> {
  let bytes = Buffer.alloc(0);
  try {
    for await (const chunk of body) {
      bytes = Buffer.concat([bytes, chunk]).subarray(0, mostResponseBytes);
      if (bytes.length === mostResponseBytes) break;
    }
  } catch {
    // What has arrived is kept.
  }
  // PostgreSQL cannot store NUL, and a terminal shows this text.
  return bytes.toString().replace(/[^\P{Cc}\n\t]/gu, '\uFFFD');
}
