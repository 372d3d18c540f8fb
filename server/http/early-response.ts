import { type IncomingMessage, ServerResponse } from 'node:http';

/** How long a client that has its answer may go on sending its body; then the connection ends. */
const discardLimitMs = 1_000;
const lastChunkMs = 100;

/**
 * An answer may be there before the body is read: a refusal, or what needs no body. Many clients read it only once they
 * have sent everything. So what they still send is thrown away for a moment: a connection that ends at once would lose
 * the answer. `head` is emitted when the status is written.
 */
export class EarlyResponse<
  Incoming extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Incoming> {
  /** Whether another `Accept` gets something else. Next names what it varies by itself, and would replace ours. */
  variesByAccept = false;

  override writeHead(status: number, ...rest: unknown[]): this {
    if (this.variesByAccept)
      this.setHeader('vary', [this.getHeader('vary') ?? [], 'Accept'].flat().join(', '));
    super.writeHead(...headArguments([status, ...rest]));
    if (this.listenerCount('head') > 0) this.emit('head');
    return this;
  }

  override end(...given: unknown[]): this {
    const { req: incoming } = this;
    if (incoming.complete || this.writableEnded || !hasBody(incoming))
      return super.end(...endArguments(given));
    const [last] = given;
    if (typeof last === 'string' || last instanceof Uint8Array) this.write(...writeArguments(given));
    else this.flushHeaders();
    // An answer in chunks is whole with its last one, which a client that reads already gets before the connection ends.
    const limit = setTimeout(() => super.end(), discardLimitMs);
    const late = setTimeout(() => incoming.socket.destroy(), discardLimitMs + lastChunkMs);
    incoming.once('end', () => super.end());
    incoming.once('close', () => {
      clearTimeout(limit);
      clearTimeout(late);
    });
    incoming.resume();
    return this;
  }
}

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Guaranteed by the signatures of `writeHead`, which these are the arguments of. */
function headArguments(given: unknown[]): Parameters<ServerResponse['writeHead']> {
  return given as Parameters<ServerResponse['writeHead']>;
}

/** Guaranteed by the signatures of `end`, which these are the arguments of. */
function endArguments(given: unknown[]): Parameters<ServerResponse['end']> {
  return given as Parameters<ServerResponse['end']>;
}

/** Guaranteed by the signatures of `end`: what it takes before its end, `write` takes, too. */
function writeArguments(given: unknown[]): Parameters<ServerResponse['write']> {
  return given as Parameters<ServerResponse['write']>;
}
