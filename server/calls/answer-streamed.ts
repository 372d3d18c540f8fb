import { createHash } from 'node:crypto';
import { callOutcome } from '../../lib/call/call-ending.ts';
import { chargeSentence } from '../../lib/call/call-words.ts';
import type { JsonObject } from '../../lib/json/json.ts';
import type { ProblemCode } from '../../lib/problem/problems.ts';
import type { StreamedResponse } from '../http/response.ts';
import type { ClientConnection } from '../http/client-connection.ts';
import type { CallAbort } from '../gateway/call-abort.ts';
import type { UpstreamReply } from '../gateway/upstream-reply.ts';
import { UpstreamFailure } from '../gateway/upstream-failure.ts';
import { errorText } from '../error-text.ts';
import { log } from '../log.ts';
import type { Context } from '../portal/context.ts';
import { bareMediaType } from '../http/accepts.ts';
import type { CallClock } from './call-clock.ts';
import { EventUsage } from './event-usage.ts';
import type { HeldCall } from './held-call.ts';
import { notSettled } from './not-settled.ts';
import { replyHeaders } from '../http/reply-headers.ts';
import type { ReplyHold } from './reply-hold.ts';
import { type CallEvent, reckon, settleCall } from './settle-call.ts';

/** For the end of a reply that took all the time it may; a hold must not last as long as somebody does not read. */
const lastReadMs = 5_000;

export interface Surroundings {
  clock: CallClock;
  abort: CallAbort;
  connection: ClientConnection;
  /** The part of the reply that is in memory already. */
  hold?: ReplyHold;
}

/** Sends a reply on as it comes, and settles the call when it ends, breaks off, or nobody listens any more. */
export function answerStreamed(
  context: Context,
  held: HeldCall,
  reply: UpstreamReply,
  surroundings: Surroundings,
): StreamedResponse {
  const { 'farebox-credits-charged': _unknown, ...headers } = held.headers;
  const { clock } = surroundings;
  return {
    status: 200,
    headers: { ...replyHeaders(reply), ...headers, 'farebox-credits-held': String(held.quoted) },
    chunks: new ReplyStream(context, held, reply, surroundings).chunks(),
    endsAtMs: performance.now() - clock.elapsedMs + held.version.limits.totalMs + lastReadMs,
  };
}

interface Ending {
  problem: ProblemCode | null;
  receipt: Promise<JsonObject>;
}

class ReplyStream {
  readonly #context: Context;
  readonly #held: HeldCall;
  readonly #clock: CallClock;
  readonly #abort: CallAbort;
  readonly #connection: ClientConnection;
  readonly #hold: ReplyHold | undefined;
  readonly #source: AsyncIterator<Uint8Array>;
  readonly #isEvents: boolean;
  readonly #events = new EventUsage();
  readonly #hash = createHash('sha256');
  #bytes = 0;
  /** Set once: what ends the stream first says how the call ends. */
  #ending: Ending | undefined;

  constructor(
    context: Context,
    held: HeldCall,
    reply: UpstreamReply,
    { clock, abort, connection, hold }: Surroundings,
  ) {
    this.#context = context;
    this.#held = held;
    this.#clock = clock;
    this.#abort = abort;
    this.#connection = connection;
    this.#hold = hold;
    this.#source = reply.body[Symbol.asyncIterator]();
    this.#isEvents = bareMediaType(reply.contentType) === 'text/event-stream';
    if (abort.reason === 'portal-stopped') this.#end('portal-stopped');
    else abort.addListener(this);
  }

  /** A stop settles at once: the client may not be reading, and then nobody asks for the next chunk. */
  handleEvent(): void {
    if (this.#abort.reason === 'portal-stopped') this.#end('portal-stopped');
  }

  async *chunks(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        const chunk = await this.#next();
        if (chunk === undefined || this.#ending) break;
        yield chunk;
      }
      this.#end(null);
    } catch (error) {
      this.#end(this.#problemOf(error));
      // Where it was not the upstream that failed, its work ends with the stream.
      await this.#source.return?.();
    } finally {
      if (this.#ending === undefined) await this.#endUnread();
    }
    const { problem, receipt } = this.#end(null);
    const paid = await receipt;
    if (this.#isEvents) yield Buffer.from(closingOf(problem, paid));
    else if (problem !== null) throw new Error(`The reply broke off: ${problem}.`);
  }

  async #next(): Promise<Uint8Array | undefined> {
    const next = await this.#source.next();
    if (next.done === true) return undefined;
    const { value } = next;
    this.#bytes += value.length;
    this.#hash.update(value);
    if (this.#isEvents && this.#held.version.metered) this.#events.read(value);
    return value;
  }

  #problemOf(error: unknown): ProblemCode {
    if (this.#abort.reason) return this.#abort.reason;
    if (error instanceof UpstreamFailure) return error.code;
    log('error', 'stream-failed', { callId: this.#held.callId, error: errorText(error) });
    return 'internal';
  }

  /**
   * The iteration was left. Reads on where the charge table says that what is used is paid for; otherwise ends the
   * upstream. A connection that is still open was not left by its client: the portal failed to write to it.
   */
  async #endUnread(): Promise<void> {
    const problem = this.#abort.reason ?? this.#connection.gone ?? 'internal';
    try {
      if (problem === 'client-gone' && this.#held.version.charges.clientGone === 'settled')
        while ((await this.#next()) !== undefined);
      else await this.#source.return?.();
    } catch (error) {
      log('info', 'stream-left', { callId: this.#held.callId, error: errorText(error) });
    }
    await this.#end(problem).receipt;
  }

  #end(problem: ProblemCode | null): Ending {
    if (this.#ending) return this.#ending;
    const receipt = this.#settle(problem);
    // Nobody may be left to read it. What failed is logged where it failed.
    receipt.catch(() => {});
    this.#ending = { problem, receipt };
    return this.#ending;
  }

  /** Whatever fails on the way to the ledger, the hold does not stay: such a call costs nothing. */
  async #settle(problem: ProblemCode | null): Promise<JsonObject> {
    try {
      return await this.#settleAs(problem, this.#isEvents ? this.#events.use() : undefined);
    } catch (error) {
      notSettled(this.#context, this.#held, this.#clock, error, { status: 200, answer: null });
      throw error;
    } finally {
      this.#hold?.giveBackAll();
      this.#context.callsUnderWay.leave(this.#abort);
    }
  }

  async #settleAs(problem: ProblemCode | null, use: CallEvent['use']): Promise<JsonObject> {
    const outcome = callOutcome(problem, 'streaming');
    const reckoned = reckon(this.#held, outcome, use);
    if (reckoned.unpriced !== undefined)
      log('error', 'stream-unpriced', { callId: this.#held.callId, reason: reckoned.unpriced });
    const event: CallEvent = {
      outcome,
      ...(problem !== null && { problem }),
      status: 200,
      clock: this.#clock,
      replyHash: this.#hash.copy().digest('base64url'),
      replyBytes: this.#bytes,
      answer: null,
      ...(use && { use }),
    };
    const headers = await settleCall(this.#context, this.#held, event, reckoned);
    return {
      callId: this.#held.callId,
      charged: reckoned.charged,
      quoted: this.#held.quoted,
      balance: Number(headers['farebox-credits-balance']),
      receipt: `/api/calls/${this.#held.callId}`,
    };
  }
}

/** A broken stream ends with an event that says so. A comment, which clients ignore, says what the call cost. */
function closingOf(problem: ProblemCode | null, receipt: JsonObject): string {
  const comment = `: farebox-receipt ${JSON.stringify(receipt)}\n\n`;
  if (problem === null) return comment;
  const charged = Number(receipt['charged']);
  const failure = { type: `/problems/${problem}`, code: problem, charged, detail: chargeSentence(charged) };
  return `\n\nevent: error\ndata: ${JSON.stringify(failure)}\n\n${comment}`;
}
