import { type LookupAddress, promises as dns } from 'node:dns';
import type { LookupFunction, Socket } from 'node:net';
import { buildConnector } from 'undici';
import { allowsName, type EgressAllow, portOf } from './egress-allow.ts';
import { addressProblem } from './egress-problem.ts';
import { dropInterimResponses } from './interim-responses.ts';

export type Resolve = (hostname: string) => Promise<LookupAddress[]>;

/** No resolved address may be called, or the socket has another peer. */
export class EgressBlocked extends Error {}

/** The connection failed, so no byte of the request was sent. */
export class ConnectFailure extends Error {
  constructor(override readonly cause: Error) {
    super(cause.message);
  }
}

export const resolveName: Resolve = (hostname) => dns.lookup(hostname, { all: true, verbatim: true });

/**
 * Creates the connections of a pool. Node does not call `lookup` for literal addresses, so these are checked earlier,
 * in the URL. Resolved addresses are checked here, and the peer of the socket again.
 */
export function guardedConnector(
  origin: URL,
  allow: EgressAllow,
  connectMs: number,
  resolve: Resolve,
): buildConnector.connector {
  const port = portOf(origin);
  const isNamed = allowsName(allow, origin.hostname, port);
  const problemOf = (address: string) => (isNamed ? undefined : addressProblem(address, port, allow));
  const connect = buildConnector({ timeout: connectMs, lookup: guardedLookup(resolve, problemOf) });
  return (options, callback) => {
    const socket = socketOf(
      connect(options, (error, connected) => {
        if (error) callback(new ConnectFailure(error), null);
        else callback(null, connected);
      }),
    );
    dropInterimResponses(socket);
    socket.prependOnceListener('connect', () => {
      const problem = problemOf(socket.remoteAddress ?? '');
      if (problem !== undefined) socket.destroy(new EgressBlocked(problem));
    });
  };
}

function guardedLookup(resolve: Resolve, problemOf: (address: string) => string | undefined): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname).then(
      (answers) => {
        const problem = answers.map(({ address }) => problemOf(address)).find((one) => one !== undefined);
        const [first] = answers;
        if (problem !== undefined) callback(new EgressBlocked(`${hostname}: ${problem}`), []);
        else if (!first) callback(new Error(`${hostname} has no address.`), []);
        else if (options.all) callback(null, answers);
        else callback(null, first.address, first.family);
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), []),
    );
  };
}

/** Undici's connector returns the socket that it opens, but its types omit that. */
function socketOf(connecting: unknown): Socket {
  return connecting as Socket;
}
