import { Client, type Dispatcher } from 'undici';
import { EgressBlocked, guardedConnector, type Resolve, resolveName } from './connector.ts';
import { allowsHost, type EgressAllow, egressProblem, outwardProblem } from './egress-allow.ts';

const onlyHttps = 'Only https: addresses are fetched.';

interface GuardedRequest {
  allow: EgressAllow;
  accept: string;
  connectMs: number;
  signal: AbortSignal;
  resolve?: Resolve;
}

/**
 * Gets what is at an address that a stranger chose, and reads it with `read` while the connection is open. Redirects are
 * not followed, and only hosts that the operator allows are reached without TLS. Throws `EgressBlocked`.
 */
export async function fetchGuarded<Result>(
  url: string,
  { allow, accept, connectMs, signal, resolve = resolveName }: GuardedRequest,
  read: (response: Dispatcher.ResponseData) => Promise<Result>,
): Promise<Result> {
  const problem = egressProblem(url, allow);
  if (problem !== undefined) throw new EgressBlocked(problem, outwardProblem(problem, allow));
  const parsed = new URL(url);
  const { protocol, origin, pathname, search } = parsed;
  if (protocol !== 'https:' && !allowsHost(allow, parsed)) throw new EgressBlocked(onlyHttps, onlyHttps);
  const connect = guardedConnector(new URL(origin), allow, connectMs, resolve);
  const client = new Client(origin, { connect, pipelining: 1, allowH2: false });
  try {
    const headers = { accept, 'user-agent': 'Farebox' };
    return await read(await client.request({ method: 'GET', path: pathname + search, headers, signal }));
  } finally {
    await client.destroy();
  }
}

/** The bytes of a response; undefined if they are more than that. `onBytes` hears of all that arrive. */
export async function readUpTo(
  mostBytes: number,
  body: AsyncIterable<Buffer>,
  onBytes: (bytes: number) => Promise<void> = async () => {},
): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    await onBytes(chunk.length);
    if (length > mostBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}
