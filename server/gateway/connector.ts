import { type LookupAddress, promises as dns } from 'node:dns';
import type { LookupFunction, Socket } from 'node:net';
import { buildConnector } from 'undici';
import { errorText } from '../error-text.ts';
import { log } from '../log.ts';
import { allowsName, type EgressAllow, portOf } from './egress-allow.ts';
import { addressProblem } from './egress-problem.ts';
import { dropInterimResponses } from './interim-responses.ts';

export type Resolve = (hostname: string) => Promise<LookupAddress[]>;

/** What strangers are told instead of the message, which may have internal addresses. */
class Withheld extends Error {
  constructor(
    message: string,
    readonly outward: string,
  ) {
    super(message);
  }
}

/** The address may not be called, or a resolved address, or the socket has another peer. */
export class EgressBlocked extends Withheld {}

/** A name has no address. Strangers cannot tell it from a name with an address that may not be called. */
class NameUnresolved extends Withheld {
  readonly code: string;

  constructor(error: unknown, hostname: string) {
    super(error instanceof Error ? error.message : String(error), nothingAt(hostname));
    this.code = error instanceof Error ? codeOf(error) : 'Error';
  }
}

function nothingAt(hostname: string): string {
  return `There is nothing on the public internet at ${hostname}.`;
}

/** The connection failed, so no byte of the request was sent. */
export class ConnectFailure extends Error {
  constructor(override readonly cause: Error) {
    super(cause.message);
  }
}

/** Why something could not be had from an address that a stranger chose, in a sentence for them. */
export function outwardReason(error: unknown): string {
  const cause = error instanceof ConnectFailure ? error.cause : error;
  const isConnecting = error instanceof ConnectFailure;
  if (isConnecting || cause instanceof Withheld) log('info', 'not-connected', { error: errorText(cause) });
  if (cause instanceof Withheld) return cause.outward;
  return isConnecting ? `The connection failed (${codeOf(error.cause)}).` : errorText(error);
}

/** The code of an error of Node or Undici. */
export function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
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
      if (problem !== undefined) socket.destroy(new EgressBlocked(problem, nothingAt(origin.hostname)));
    });
  };
}

function guardedLookup(resolve: Resolve, problemOf: (address: string) => string | undefined): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname).then(
      (answers) => {
        const problem = answers.map(({ address }) => problemOf(address)).find((one) => one !== undefined);
        const [first] = answers;
        if (problem !== undefined)
          callback(new EgressBlocked(`${hostname}: ${problem}`, nothingAt(hostname)), []);
        else if (!first) callback(new NameUnresolved(`${hostname} has no address.`, hostname), []);
        else if (options.all) callback(null, answers);
        else callback(null, first.address, first.family);
      },
      (error: unknown) => callback(new NameUnresolved(error, hostname), []),
    );
  };
}

/** Undici's connector returns the socket that it opens, but its types omit that. */
function socketOf(connecting: unknown): Socket {
  return connecting as Socket;
}
