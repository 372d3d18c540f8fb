import type { IncomingMessage } from 'node:http';
import { Problem } from '../../lib/problem/problem.ts';

/** Refuses requests that Node accepts but that two servers may read differently (request smuggling). */
export function refuseMalformed(incoming: IncomingMessage): void {
  const { headers, httpVersion } = incoming;
  const hosts = countHosts(incoming.rawHeaders);
  if (hosts > 1) refuse('The request has more than one Host header.');
  if (hosts === 0 && httpVersion === '1.1')
    refuse('The request has no Host header, which HTTP/1.1 requires.');
  const coding = headers['transfer-encoding'];
  if (coding === undefined) return;
  if (coding.toLowerCase() !== 'chunked') refuse('Only the Transfer-Encoding chunked is supported.');
  if (httpVersion === '1.0') refuse('HTTP/1.0 does not support Transfer-Encoding.');
}

/** Counts in the raw headers, where names and values alternate: Node keeps only the first of repeated headers. */
function countHosts(rawHeaders: string[]): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count;
}

/** The end of the request is in doubt as well, so the connection is closed. */
function refuse(detail: string): never {
  throw new Problem('bad-request', detail, [], { connection: 'close' });
}
