import { createHash } from 'node:crypto';
import type { JsonObject } from '../../lib/json.ts';
import type { Streamed } from '../answer.ts';
import type { UpstreamReply } from '../gateway/gateway.ts';
import type { GoneSignal } from '../gateway/gone.ts';
import { UpstreamFailure } from '../gateway/upstream-failure.ts';
import { errorText } from '../error-text.ts';
import { log } from '../log.ts';
import { bareMediaType } from './accepts.ts';
import type { CallClock } from './call-clock.ts';
import { EventUsage } from './event-usage.ts';
import type { HeldCall } from './held-call.ts';
import { notSettled } from './not-settled.ts';
import { replyHeaders } from './reply-headers.ts';
import { type CallEvent, reckon, settleCall } from './settle-call.ts';

/** For the end of a reply that took all the time it may; a hold must not last as long as somebody does not read. */
const lastReadMs = 5_000;

/** Sends a reply on as it comes, and settles the call when it ends, breaks off, or nobody listens any more. */
export function answerStreamed(
  held: HeldCall,
  reply: UpstreamReply,
  clock: CallClock,
  gone: GoneSignal,
): Streamed {
  const { 'farebox-credits-charged': _unknown, ...headers } = held.headers;
  return {
    status: 200,
    headers: { ...replyHeaders(reply), ...headers, 'farebox-credits-held': String(held.quoted) },
    chunks: new ReplyStream(held, reply, clock, gone).chunks(),
    endsAtMs: performance.now() - clock.elapsedMs + held.version.limits.totalMs + lastReadMs,
  };
}

type Ended = Pick<CallEvent, 'outcome' | 'problem'>;

class ReplyStream {
  readonly #held: HeldCall;
  readonly #clock: CallClock;
  readonly #gone: GoneSignal;
  readonly #source: AsyncIterator<Uint8Array>;
  readonly #isEvents: boolean;
  readonly #events = new EventUsage();
  readonly #hash = createHash('sha256');
  #bytes = 0;

  constructor(held: HeldCall, reply: UpstreamReply, clock: CallClock, gone: GoneSignal) {
    this.#held = held;
    this.#clock = clock;
    this.#gone = gone;
    this.#source = reply.body[Symbol.asyncIterator]();
    this.#isEvents = bareMediaType(reply.contentType) === 'text/event-stream';
  }

  async *chunks(): AsyncGenerator<Uint8Array> {
    let ended: Ended | undefined;
    try {
      for (;;) {
        const chunk = await this.#next();
        if (chunk === undefined) break;
        yield chunk;
      }
      ended = { outcome: 'success' };
    } catch (error) {
      ended = this.#brokenOff(error);
    } finally {
      // Without an end the iteration was left: whoever read it is gone.
      if (ended === undefined) await this.#settle(await this.#leftAlone());
    }
    const receipt = await this.#settle(ended);
    if (this.#isEvents) yield Buffer.from(this.#closing(ended, receipt));
    else if (ended.problem !== undefined) throw new Error(`The reply broke off: ${ended.problem}.`);
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

  #brokenOff(error: unknown): Ended {
    if (this.#gone.aborted) return { outcome: 'clientGone', problem: 'client-gone' };
    if (!(error instanceof UpstreamFailure)) {
      log('error', 'stream-failed', { callId: this.#held.callId, error: errorText(error) });
      return { outcome: 'refused', problem: 'internal' };
    }
    const outcome = error.code === 'upstream-too-large' ? 'refused' : error.outcome;
    return { outcome: outcome === 'upstream5xx' ? 'partialStream' : outcome, problem: error.code };
  }

  /** Reads on where the charge table says that what is used is paid for; otherwise ends the upstream. */
  async #leftAlone(): Promise<Ended> {
    try {
      if (this.#held.version.charges.clientGone === 'settled') while ((await this.#next()) !== undefined);
      else await this.#source.return?.();
    } catch (error) {
      log('info', 'stream-left', { callId: this.#held.callId, error: errorText(error) });
    }
    return { outcome: 'clientGone', problem: 'client-gone' };
  }

  /** Whatever fails on the way to the ledger, the hold does not stay: such a call costs nothing. */
  async #settle(ended: Ended): Promise<JsonObject> {
    try {
      return await this.#settleAs(ended, this.#isEvents ? this.#events.use() : undefined);
    } catch (error) {
      notSettled(this.#held, this.#clock, error, { status: 200, answer: null });
      throw error;
    }
  }

  async #settleAs(ended: Ended, use: CallEvent['use']): Promise<JsonObject> {
    const reckoned = reckon(this.#held, ended.outcome, use);
    if (reckoned.unpriced !== undefined)
      log('error', 'stream-unpriced', { callId: this.#held.callId, reason: reckoned.unpriced });
    const event: CallEvent = {
      ...ended,
      status: 200,
      clock: this.#clock,
      replyHash: this.#hash.copy().digest('base64url'),
      replyBytes: this.#bytes,
      answer: null,
      ...(use && { use }),
    };
    const headers = await settleCall(this.#held, event, reckoned);
    return {
      callId: this.#held.callId,
      charged: reckoned.charged,
      quoted: this.#held.quoted,
      balance: Number(headers['farebox-credits-balance']),
      receipt: `/api/calls/${this.#held.callId}`,
    };
  }

  /** What broke off says so in an event of its own; a comment, which clients ignore, says what it cost. */
  #closing({ problem }: Pick<CallEvent, 'problem'>, receipt: JsonObject): string {
    const failure =
      problem === undefined
        ? ''
        : `\n\nevent: error\ndata: ${JSON.stringify({ type: `/problems/${problem}`, code: problem, charged: receipt['charged'] ?? 0 })}\n\n`;
    return `${failure}: farebox-receipt ${JSON.stringify(receipt)}\n\n`;
  }
}
